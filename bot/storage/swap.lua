-- Replaces the values of some keys, if all of them are still as they were read before.
--
-- KEYS  any
-- ARGV  for each key: the value that was read before, '' for none; the new value, '' for none; the seconds it lasts,
--       '0' for ever
--
-- Returns 1 if all values were replaced, 0 if any of them had changed.

for at, key in ipairs(KEYS) do
    if (redis.call('GET', key) or '') ~= ARGV[3 * at - 2] then
        return 0
    end
end
for at, key in ipairs(KEYS) do
    local fresh, seconds = ARGV[3 * at - 1], tonumber(ARGV[3 * at])
    if fresh == '' then
        redis.call('DEL', key)
    elseif seconds > 0 then
        redis.call('SET', key, fresh, 'EX', seconds)
    else
        redis.call('SET', key, fresh)
    end
end
return 1
