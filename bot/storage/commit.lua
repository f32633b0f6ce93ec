-- Writes all changes of one command atomically. All keys have the hash tag of one game.
--
-- KEYS  1 revision  2 record  3 snapshot  4 seats  5 settings  6 header  7 outbox  8 answer  9 references
--       10 id of the newest post that renews   11 tries   12 id of the last post that begins   13 parked posts
-- ARGV  1 expected revision, '' for any     2 expected length of the record, '' for any
--       3 answer   4 seconds for which it is kept
--       5 snapshot 6 seats 7 settings 8 header, each '' to keep what is there
--       9 '1' to forget the references, except those of direct messages and private panels
--       10 number of entries, then the entries, then the posts, each as 'renews', 'begins' or '' and its text
--
-- Returns {'committed', length, revision}; or, with nothing changed, {'duplicate', first answer},
-- {'stale', length, revision}, {'damaged', key} or {'gone', key}.

-- Redis does not roll back a script that fails midway, so everything is checked before the first write.
local KINDS = { 'string', 'list', 'string', 'string', 'string', 'string', 'stream', 'string', 'hash', 'string', 'hash',
    'string', 'hash' }
for i, kind in ipairs(KINDS) do
    local there = redis.call('TYPE', KEYS[i])['ok']
    if there ~= 'none' and there ~= kind then
        return {'damaged', KEYS[i]}
    end
end
local counted = redis.call('GET', KEYS[1])
if counted and not string.find(counted, '^%d+$') then
    return {'damaged', KEYS[1]}
end
for i = 10, 12, 2 do
    local id = redis.call('GET', KEYS[i])
    if id and not string.find(id, '^%d+%-%d+$') then
        return {'damaged', KEYS[i]}
    end
end

-- A stream stays when it is empty: if it is missing after a post that begins, waiting posts were lost.
if redis.call('EXISTS', KEYS[7]) == 0 and redis.call('EXISTS', KEYS[12]) == 1 then
    return {'gone', KEYS[7]}
end

local first = redis.call('GET', KEYS[8])
if first then
    return {'duplicate', first}
end

local length = redis.call('LLEN', KEYS[2])
local revision = tonumber(redis.call('GET', KEYS[1]) or '0')
if (ARGV[1] ~= '' and tonumber(ARGV[1]) ~= revision) or (ARGV[2] ~= '' and tonumber(ARGV[2]) ~= length) then
    return {'stale', length, revision}
end

local entries = tonumber(ARGV[10])
for i = 11, 10 + entries do
    length = redis.call('RPUSH', KEYS[2], ARGV[i])
end
for part = 5, 8 do
    if ARGV[part] ~= '' then
        redis.call('SET', KEYS[part - 2], ARGV[part])
    end
end
if ARGV[9] == '1' then
    for _, name in ipairs(redis.call('HKEYS', KEYS[9])) do
        -- Direct messages and private panels still show their posts.
        if not string.find(name, ':direct', 1, true) and not string.find(name, ':panel:', 1, true) then
            redis.call('HDEL', KEYS[9], name)
        end
    end
end
for i = 11 + entries, #ARGV, 2 do
    local id = redis.call('XADD', KEYS[7], '*', 'post', ARGV[i + 1])
    if ARGV[i] ~= '' then
        -- The new post shows the newest state, so an older post that renews and still waits is dropped.
        local former = redis.call('GET', KEYS[10])
        if former then
            redis.call('XDEL', KEYS[7], former)
            redis.call('HDEL', KEYS[11], former)
        end
        if ARGV[i] == 'renews' then
            redis.call('SET', KEYS[10], id)
        else
            redis.call('DEL', KEYS[10])
            redis.call('SET', KEYS[12], id)
        end
    end
end
redis.call('SET', KEYS[8], ARGV[3], 'EX', ARGV[4])
revision = redis.call('INCR', KEYS[1])
return {'committed', length, revision}
