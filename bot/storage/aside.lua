-- Makes room at a key where another kind of value stands than belongs there.
--
-- KEYS  1 the key
-- ARGV  1 the kind that belongs there
--
-- Returns the kind that stood there, or '' where nothing was in the way.

local there = redis.call('TYPE', KEYS[1])['ok']
if there == 'none' or there == ARGV[1] then
    return ''
end
redis.call('DEL', KEYS[1])
return there
