-- Changes what a channel is bound to, if it still is bound to what was seen.
--
-- KEYS  1 channel
-- ARGV  1 the new value   2 the value that was seen, '' for none
--
-- Returns the value that stands now.

local bound = redis.call('GET', KEYS[1])
if bound and bound ~= ARGV[2] then
    return bound
end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
