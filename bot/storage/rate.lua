-- Writes ratings of a pool, if the pool still has the state that was read before.
--
-- KEYS  1 ratings
-- ARGV  1 the state that was read before, '' for none   2 the new state   3 '1' to forget all others
--       4 ... persons and their ratings
--
-- Returns 1 if they were written, 0 if another process wrote meanwhile.

if (redis.call('HGET', KEYS[1], '') or '') ~= ARGV[1] then
    return 0
end
if ARGV[3] == '1' then
    redis.call('DEL', KEYS[1])
end
redis.call('HSET', KEYS[1], '', ARGV[2])
for at = 4, #ARGV, 2 do
    redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
end
return 1
