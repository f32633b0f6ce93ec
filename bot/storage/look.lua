-- Reads several keys of one slot at one moment. Unlike a transaction this works on a full server too.
--
-- KEYS  the key of each read; a key may appear more than once
-- ARGV  for each key: the command, the number of its further arguments, and these arguments
--
-- Returns what the commands return.

local found, at = {}, 1
for i, key in ipairs(KEYS) do
    local more = tonumber(ARGV[at + 1])
    found[i] = redis.call(ARGV[at], key, unpack(ARGV, at + 2, at + 1 + more))
    at = at + 2 + more
end
return found
