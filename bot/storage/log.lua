-- Writes a message into a channel's log, once per message id.
--
-- KEYS  1 order   2 bodies   3 sequence   4 slots   5 dropped
-- ARGV  1 message id   2 message   3 'add' or 'replace'   4 most messages   5 slot, '' for none
--       6 most dropped ids   7 ... suffixes that make the ids of a message's companions from its id
--
-- A message with a slot replaces the slot's former message, which is dropped with its companions. Their ids are
-- remembered for a while, so that a repetition does not bring them back.
--
-- Returns the message's number, which 'replace' keeps; or 0 if nothing was written, as 'add' found the message
-- present or dropped, or 'replace' found it missing.

local place = redis.call('ZSCORE', KEYS[1], ARGV[1])
if ARGV[3] == 'replace' then
    if not place then
        return 0
    end
    redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
    return tonumber(place)
end
if place or redis.call('ZSCORE', KEYS[5], ARGV[1]) then
    return 0
end
local number = redis.call('INCR', KEYS[3])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('ZADD', KEYS[1], number, ARGV[1])
if ARGV[5] ~= '' then
    local before = redis.call('HGET', KEYS[4], ARGV[5])
    redis.call('HSET', KEYS[4], ARGV[5], ARGV[1])
    if before then
        local gone = { before }
        for at = 7, #ARGV do
            table.insert(gone, before .. ARGV[at])
        end
        for _, old in ipairs(gone) do
            redis.call('HDEL', KEYS[2], old)
            redis.call('ZREM', KEYS[1], old)
            redis.call('ZADD', KEYS[5], number, old)
        end
        redis.call('ZREMRANGEBYRANK', KEYS[5], 0, -1 - tonumber(ARGV[6]))
    end
end
local over = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[4])
if over > 0 then
    for _, old in ipairs(redis.call('ZRANGE', KEYS[1], 0, over - 1)) do
        redis.call('HDEL', KEYS[2], old)
        redis.call('ZREM', KEYS[1], old)
    end
end
return number
