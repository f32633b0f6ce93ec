-- Replaces what stands at some keys, if all of it still is what was seen.
--
-- KEYS  any
-- ARGV  for each key: what was seen, '' for nothing; what is to stand there, '' for nothing; its seconds, '0' for ever
--
-- Returns 1 if it was done, 0 if something else stands at one of them.

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
