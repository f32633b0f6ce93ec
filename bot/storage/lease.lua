-- The right of one process to deliver a game's posts for a while.
--
-- KEYS  1 lease
-- ARGV  1 'take', 'keep' or 'leave'   2 holder   3 seconds; not for 'leave'
--
-- Returns 1 if the lease was the holder's or became it, else 0. Only 'take' may make it so.

-- What is of another kind or never ends is no lease of ours; nobody would ever get past it.
if redis.call('TYPE', KEYS[1])['ok'] ~= 'string' or redis.call('TTL', KEYS[1]) == -1 then
    redis.call('DEL', KEYS[1])
end
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[2] then
    return 0
end
if ARGV[1] == 'leave' then
    return redis.call('DEL', KEYS[1])
end
if not holder and ARGV[1] == 'keep' then
    return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
