-- Looks at several keys of one slot at one moment. Unlike a transaction it does so on a server that is full as well.
--
-- KEYS  those that are looked at, each as often as it is
-- ARGV  for each key: the command, how many further arguments it has, and these
--
-- Returns what the commands return.

local found, at = {}, 1
for i, key in ipairs(KEYS) do
    local more = tonumber(ARGV[at + 1])
    found[i] = redis.call(ARGV[at], key, unpack(ARGV, at + 2, at + 1 + more))
    at = at + 2 + more
end
return found
