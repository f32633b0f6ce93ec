-- Writes a message into a channel's log, once per message id.
--
-- KEYS  1 order   2 bodies   3 sequence
-- ARGV  1 message id   2 message   3 'add' or 'replace'   4 messages to keep
--
-- Returns the number of its place, which a replacement keeps, or 0 if nothing was written: on 'add'
-- since it was there already, on 'replace' since it was not.

local place = redis.call('ZSCORE', KEYS[1], ARGV[1])
if ARGV[3] == 'replace' then
    if not place then
        return 0
    end
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
    return tonumber(place)
end
if place then
    return 0
end
local number = redis.call('INCR', KEYS[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[1], number, ARGV[1])
local over = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[4])
if over > 0 then
    for _, old in ipairs(redis.call('ZRANGE', KEYS[1], 0, over - 1)) do
        redis.call('HDEL', KEYS[2], old)
        redis.call('ZREM', KEYS[1], old)
    end
end
return number
