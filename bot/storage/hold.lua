-- Makes a claim on a channel last ('keep'), or frees the channel ('free'), if it is still the game's.
--
-- KEYS  1 channel
-- ARGV  1 game   2 'keep' or 'free'
--
-- Returns 1 if the channel was the game's, else 0.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then
    return 0
end
redis.call(ARGV[2] == 'keep' and 'PERSIST' or 'DEL', KEYS[1])
return 1
