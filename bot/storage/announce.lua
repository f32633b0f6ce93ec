-- With 'add', records by the server's clock that games may have posts. With 'drop', forgets games whose outboxes
-- were empty, unless they were announced again since.
--
-- KEYS  1 outboxes
-- ARGV  1 'add' or 'drop'   2… games; for 'drop' each is followed by the score that was read before
--
-- A commit is written within the client's timeout after its announcement, hence the 60 seconds: GRACE in
-- outbox_index.py.

local now = tonumber(redis.call('TIME')[1])
if ARGV[1] == 'add' then
    for i = 2, #ARGV do
        redis.call('ZADD', KEYS[1], now, ARGV[i])
    end
else
    for i = 2, #ARGV, 2 do
        local score = tonumber(redis.call('ZSCORE', KEYS[1], ARGV[i]) or now)
        if score == tonumber(ARGV[i + 1]) and score < now - 60 then
            redis.call('ZREM', KEYS[1], ARGV[i])
        end
    end
end
return now
