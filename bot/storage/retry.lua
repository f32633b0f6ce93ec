-- Queues a parked post again under a new id, or drops it if a newer post has replaced it.
--
-- KEYS  1 outbox  2 parked  3 id of the newest post that renews  4 id of the last post that begins
-- ARGV  1 id of the post   2 'renews', 'begins' or ''   3 the post
--
-- Returns 1 if it waits again, 0 if it was dropped, -1 if it is not parked. A damaged key is an error; nothing
-- changes then.

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
-- A post that begins deletes the noted renewal, so a noted renewal is newer. Stores written by older versions
-- have no noted beginning.
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
