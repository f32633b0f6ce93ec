-- Removes members from a sorted set if they still have the scores that were read before.
--
-- KEYS  1 the set
-- ARGV  members, each followed by the score that was read before
--
-- Returns how many were removed.

local gone = 0
for at = 1, #ARGV, 2 do
    local score = redis.call('ZSCORE', KEYS[1], ARGV[at])
    if score and tonumber(score) == tonumber(ARGV[at + 1]) then
        gone = gone + redis.call('ZREM', KEYS[1], ARGV[at])
    end
end
return gone
