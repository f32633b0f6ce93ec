-- Takes, keeps or gives up one process's right to deliver a game's posts for a limited time.
--
-- KEYS  1 lease
-- ARGV  1 'take', 'keep' or 'leave'   2 holder   3 seconds; not for 'leave'
--
-- Returns 1 if the holder has the lease, or had it before 'leave'; else 0. Only 'take' gets a free lease.

-- A value of another kind or without expiry is not a lease of the bot; it would block the game for ever.
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
