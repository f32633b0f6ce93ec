-- Adds lines to a season's journal, once for each idempotency key. All keys have the hash tag of one season.
--
-- KEYS  1 journal   2 answers   3 secret
-- ARGV  1 expected length of the journal, '' for any; 0 creates the season
--       2 idempotency key   3 answer   4 secret, '' to keep what is there   5 and on: the lines
--
-- Returns {'appended', length}; or, with nothing changed, {'duplicate', first answer}, {'stale', length},
-- {'none'} if there is no season, {'damaged', key} or {'gone', key}.

local KINDS = { 'list', 'hash', 'string' }
for i, kind in ipairs(KINDS) do
    local there = redis.call('TYPE', KEYS[i])['ok']
    if there ~= 'none' and there ~= kind then
        return {'damaged', KEYS[i]}
    end
end

local length = redis.call('LLEN', KEYS[1])
if length == 0 and (redis.call('EXISTS', KEYS[2]) == 1 or redis.call('EXISTS', KEYS[3]) == 1) then
    -- The season's keys are written in one step, so a missing one was lost.
    return {'gone', KEYS[1]}
end
local first = redis.call('HGET', KEYS[2], ARGV[2])
if first then
    return {'duplicate', first}
end
if length == 0 and ARGV[1] ~= '0' then
    return {'none'}
end
if ARGV[1] ~= '' and tonumber(ARGV[1]) ~= length then
    return {'stale', length}
end

for i = 5, #ARGV do
    length = redis.call('RPUSH', KEYS[1], ARGV[i])
end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
if ARGV[4] ~= '' then
    redis.call('SET', KEYS[3], ARGV[4])
end
return {'appended', length}
