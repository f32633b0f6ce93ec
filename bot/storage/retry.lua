-- Queues a parked post again, under a new id; one whose place something newer has taken is dropped instead.
--
-- KEYS  1 outbox  2 parked  3 id of the newest renewal  4 id of the last beginning
-- ARGV  1 id of the post   2 'renews', 'begins' or ''   3 the post
--
-- Returns 1 if it waits again, 0 if it was dropped, -1 if it is not parked. What is damaged is met before it is taken out.

for i, kind in ipairs({ 'stream', 'hash', 'string', 'string' }) do
    local there = redis.call('TYPE', KEYS[i])['ok']
    if there ~= 'none' and there ~= kind then
        return redis.error_reply('WRONGTYPE ' .. KEYS[i])
    end
end
if redis.call('HDEL', KEYS[2], ARGV[1]) == 0 then
    return -1
end
local renewal, beginning = redis.call('GET', KEYS[3]), redis.call('GET', KEYS[4])
-- A beginning does away with the renewals before it, so any that there is is newer. A store that an older
-- version wrote has no beginning noted.
if (ARGV[2] == 'renews' and renewal ~= ARGV[1])
    or (ARGV[2] == 'begins' and (renewal or (beginning and beginning ~= ARGV[1]))) then
    return 0
end
local id = redis.call('XADD', KEYS[1], '*', 'post', ARGV[3])
if ARGV[2] == 'renews' then
    redis.call('SET', KEYS[3], id)
elseif ARGV[2] == 'begins' then
    redis.call('SET', KEYS[4], id)
end
return 1
