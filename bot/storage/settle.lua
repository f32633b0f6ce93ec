-- Records when a game is due, unless another time was recorded since.
--
-- KEYS  1 due
-- ARGV  1 game   2 the time that was recorded before   3 the new time, 0 for never
--
-- Returns 1 if it was recorded, else 0.

local noted = redis.call('ZSCORE', KEYS[1], ARGV[1])
if noted and tonumber(noted) ~= tonumber(ARGV[2]) then
    return 0
end
if tonumber(ARGV[3]) == 0 then
    redis.call('ZREM', KEYS[1], ARGV[1])
else
    redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
end
return 1
