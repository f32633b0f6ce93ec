-- Deletes a key's value if its kind is not the one that belongs there.
--
-- KEYS  1 the key
-- ARGV  1 the kind that belongs there
--
-- Returns the kind of the deleted value, or '' if nothing was deleted.

local there = redis.call('TYPE', KEYS[1])['ok']
if there == 'none' or there == ARGV[1] then
    return ''
end
redis.call('DEL', KEYS[1])
return there
