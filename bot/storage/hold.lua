-- Makes a game's claim on a channel permanent ('keep') or frees the channel ('free'), if it is still the game's.
--
-- KEYS  1 channel
-- ARGV  1 game   2 'keep' or 'free'
--
-- Returns 1 if the channel was the game's, else 0. A claim is the game, '@' and further data.

local bound = redis.call('GET', KEYS[1])
if not bound or (bound ~= ARGV[1] and string.sub(bound, 1, #ARGV[1] + 1) ~= ARGV[1] .. '@') then
    return 0
end
if ARGV[2] == 'keep' then
    redis.call('SET', KEYS[1], ARGV[1])
else
    redis.call('DEL', KEYS[1])
end
return 1
