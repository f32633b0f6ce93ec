-- Takes games that are due, for a while: whoever took them looks at them, nobody else does meanwhile, and if the
-- taker dies they are due again. Processes share the shards: as long as one takes games of a shard, others leave it alone.
--
-- KEYS  1 shard   2 its lease
-- ARGV  1 now   2 until when games are taken   3 games at the most   4 who asks   5 seconds of the lease
--       6 '1' to take them whoever has the lease
--
-- Returns the games, the longest overdue first; nothing where another has the lease.

-- What is of another kind or never ends is no lease of ours; nobody would ever get past it.
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
