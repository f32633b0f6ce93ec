-- Takes due games for a limited time: meanwhile only the process that took them handles them, and if it dies they
-- are due again. While one process takes games of a shard, the others leave that shard alone.
--
-- KEYS  1 shard   2 its lease
-- ARGV  1 now   2 until when games are taken   3 most games   4 the caller   5 seconds of the lease
--       6 '1' to ignore another's lease
--
-- Returns the games, the longest overdue first; none if another process has the lease.

-- A value of another kind or without expiry is not a lease of the bot; it would block the shard for ever.
if redis.call('TYPE', KEYS[2])['ok'] ~= 'string' or redis.call('TTL', KEYS[2]) == -1 then
    redis.call('DEL', KEYS[2])
end
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[4] and ARGV[6] ~= '1' then
    return {}
end
local games = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, game in ipairs(games) do
    redis.call('ZADD', KEYS[1], ARGV[2], game)
end
if not holder or holder == ARGV[4] then
    if #games < tonumber(ARGV[3]) then
        redis.call('DEL', KEYS[2])
    else
        redis.call('SET', KEYS[2], ARGV[4], 'EX', ARGV[5])
    end
end
return games
