-- Takes a channel for a game that is being set up; the claim runs out by itself if the set-up dies.
--
-- KEYS  1 channel
-- ARGV  1 game   2 milliseconds of the claim   3 the finished or vanished game to replace, '' for none
--
-- Returns {holder, claim}: the game that holds the channel now, and 1 if its claim can still run out.

local holder = redis.call('GET', KEYS[1])
if not holder or (ARGV[3] ~= '' and holder == ARGV[3]) then
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    return {ARGV[1], 1}
end
return {holder, redis.call('PTTL', KEYS[1]) >= 0 and 1 or 0}
