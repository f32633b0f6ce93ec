-- Stores where turns of a game begin, for a limited time, if the game still exists.
--
-- KEYS  1 where they begin, a hash by turn   2 header of the game
-- ARGV  1 seconds for which they are stored   then for each: 2 turn   3 its stored data
--
-- Returns 1 if they are stored, 0 if the game has been erased.

if redis.call('EXISTS', KEYS[2]) == 0 then
    return 0
end
if redis.call('TYPE', KEYS[1])['ok'] ~= 'hash' then
    redis.call('DEL', KEYS[1])
end
for at = 2, #ARGV, 2 do
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[1])
return 1
