-- Takes members out of a sorted set that still have the scores that were seen.
--
-- KEYS  1 the set
-- ARGV  members, each followed by the score that was seen
--
-- Returns how many went.

local gone = 0
for at = 1, #ARGV, 2 do
    local score = redis.call('ZSCORE', KEYS[1], ARGV[at])
    if score and tonumber(score) == tonumber(ARGV[at + 1]) then
        gone = gone + redis.call('ZREM', KEYS[1], ARGV[at])
    end
end
return gone
