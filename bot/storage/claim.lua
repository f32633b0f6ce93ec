-- Takes games that are due, for a while: whoever took them looks at them, nobody else does meanwhile, and if the
-- taker dies they are due again.
--
-- KEYS  1 due
-- ARGV  1 now   2 until when they are taken   3 games at the most
--
-- Returns the games, the longest overdue first.

local games = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, game in ipairs(games) do
    redis.call('ZADD', KEYS[1], ARGV[2], game)
end
return games
