-- Replaces parts of a value, if all of them are still as they were read before.
--
-- KEYS  1 the value   2 the revision of its game, if commands read and write the value as a whole
-- ARGV  1 its kind   then for each part: 2 its place (field, index, id; '' for the whole)   3 what was read before
--       4 the new content, '' for none
--
-- A command that read the value before finds another revision and starts again. A stream's entries keep ids and order.
--
-- Returns 1 if all parts were replaced, 0 if any of them had changed.

local kind = ARGV[1]
local reading = {
    string = function(place) return redis.call('GET', KEYS[1]) end,
    hash = function(place) return redis.call('HGET', KEYS[1], place) end,
    list = function(place) return redis.call('LINDEX', KEYS[1], place) end,
    set = function(place, seen) return redis.call('SISMEMBER', KEYS[1], seen) == 1 and seen end,
    zset = function(place, seen) return redis.call('ZSCORE', KEYS[1], seen) and seen end,
    stream = function(place)
        local entry = redis.call('XRANGE', KEYS[1], place, place)[1]
        return entry and entry[2][2]
    end,
}
for at = 2, #ARGV, 3 do
    if reading[kind](ARGV[at], ARGV[at + 1]) ~= ARGV[at + 1] then
        return 0
    end
end
local fresh = {}
for at = 2, #ARGV, 3 do
    local place, seen, new = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    if kind == 'string' then
        redis.call('SET', KEYS[1], new, 'KEEPTTL')
    elseif kind == 'hash' and new == '' then
        redis.call('HDEL', KEYS[1], place)
    elseif kind == 'hash' then
        redis.call('HSET', KEYS[1], place, new)
    elseif kind == 'list' then
        redis.call('LSET', KEYS[1], place, new)
    elseif kind == 'set' then
        redis.call('SREM', KEYS[1], seen)
    elseif kind == 'zset' then
        redis.call('ZREM', KEYS[1], seen)
    else
        fresh[place] = new
    end
end
if kind == 'stream' then
    local entries = redis.call('XRANGE', KEYS[1], '-', '+')
    redis.call('DEL', KEYS[1])
    for _, entry in ipairs(entries) do
        redis.call('XADD', KEYS[1], entry[1], entry[2][1], fresh[entry[1]] or entry[2][2])
    end
end
if KEYS[2] and redis.call('EXISTS', KEYS[2]) == 1 then
    redis.call('INCR', KEYS[2])
end
return 1
