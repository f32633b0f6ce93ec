-- Changes a channel's binding, if it still has the value that was read before.
--
-- KEYS  1 channel
-- ARGV  1 the new value   2 the value that was read before, '' for none
--
-- Returns the channel's value afterwards.

local bound = redis.call('GET', KEYS[1])
if bound and bound ~= ARGV[2] then
    return bound
end
redis.call('SET', KEYS[1], ARGV[1])
return ARGV[1]
