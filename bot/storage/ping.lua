-- Decides whether a message may ping a person: at most so many may in a moving time span. Each key counts once.
--
-- KEYS  1 the person's pings
-- ARGV  1 key of the message   2 now   3 since when pings count   4 most pings   5 seconds to keep them
--
-- Returns 1 if the message may ping, else 0. While its key is kept, the message may ping again.

local kind = redis.call('TYPE', KEYS[1])['ok']
if kind ~= 'zset' and kind ~= 'none' then
    redis.call('DEL', KEYS[1])
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[3])
if redis.call('ZSCORE', KEYS[1], ARGV[1]) then
    return 1
end
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then
    return 0
end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[5])
return 1
