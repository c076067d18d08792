import { type RedisCommands, TIMEOUT_MS } from '#adapters/redis/connection'
import {
  type AddGroup,
  batchedCounters,
  type RaiseCall,
  type ReadCall,
  type SetIfAbsentCall,
} from '#adapters/shared/batched-counters'
import { hours, minutes } from '#kernel/kit/time'
import type { Added, AtomicStore } from '#kernel/storage/atomic-store'
import { MAX_CLOCK_SKEW_MS } from '#kernel/storage/sweep-clock'

/**
 * Returns counters in Redis. Every operation is a Lua script, which Redis runs atomically. A counter is a
 * hash with the fields `count` and `until`, or `owner` and `until`. It expires by the clock of the caller.
 * Redis deletes it after another lifetime of the same length, but at least a minute and at most an hour.
 */
export function redisCounters({ command, runScript }: RedisCommands, prefix: string): AtomicStore {
  return batchedCounters(
    {
      add: addGroups,
      raise: raiseAll,
      subtract: refundAll,
      setIfAbsent: acquireAll,
      async compareAndSwap(key, expected, value, until, now) {
        const args = [integer(until), integer(now), value, expected]
        return (await runScript(COMPARE_AND_SWAP, [prefix + key], args)) === 1
      },
      read: { each: read },
    },
    { timeoutMs: TIMEOUT_MS },
  )

  async function addGroups(groups: readonly AddGroup[], startedAt: number): Promise<Added[]> {
    const keys = groups.map(({ key }) => prefix + key)
    const args = groups.flatMap(({ times, limit, until, now }) => [times, limit, until, now].map(integer))
    const numbers = (await runScript(CONSUME, keys, args, startedAt)) as number[]
    return groups.map((_, i) => ({ added: Number(numbers[2 * i]), count: Number(numbers[2 * i + 1]) }))
  }

  function raiseAll(calls: readonly RaiseCall[], startedAt: number): Promise<unknown> {
    const keys = calls.map(({ key }) => prefix + key)
    const args = calls.flatMap(({ least, until, now }) => [least, until, now].map(integer))
    return runScript(RAISE, keys, args, startedAt)
  }

  function refundAll(times: ReadonlyMap<string, number>, startedAt: number): Promise<unknown> {
    const keys = [...times.keys()].map((key) => prefix + key)
    return runScript(REFUND, keys, [...times.values()].map(integer), startedAt)
  }

  async function acquireAll(calls: readonly SetIfAbsentCall[], startedAt: number): Promise<string[]> {
    const keys = calls.map(({ key }) => prefix + key)
    const args = calls.flatMap(({ until, now, value }) => [integer(until), integer(now), value])
    return (await runScript(ACQUIRE, keys, args, startedAt)) as string[]
  }

  async function read({ key, now, until }: ReadCall) {
    const fields = (await command('HMGET', prefix + key, 'count', 'owner', 'until')) as (string | null)[]
    const [count = null, owner = null, end = null] = fields
    const isLive = Number(end) > now && Number(end) <= until + MAX_CLOCK_SKEW_MS
    return isLive ? { count: Number(count), owner } : undefined
  }
}

/** Formats a number as Redis expects it: its expiry is in whole milliseconds of 64 bits. */
function integer(n: number): string {
  return String(Math.min(Math.round(n), Number.MAX_SAFE_INTEGER))
}

/** True if a counter is live for a caller who would set the end `till` (`until` is a Lua keyword). */
const IS_LIVE = `local function isLive(stored, till, now)
  return tonumber(stored) > now and tonumber(stored) <= till + ${MAX_CLOCK_SKEW_MS}
end
`

/** Writes a new counter. A counter that would already have expired is deleted. */
const WRITE = `local function write(key, field, value, till, now)
  if till <= now then return redis.call('DEL', key) end
  redis.call('HSET', key, field, value, 'until', string.format('%.0f', till))
  local grace = math.max(${minutes(1)}, math.min(${hours(1)}, till - now))
  redis.call('PEXPIRE', key, string.format('%.0f', till - now + grace))
end
`

/** Arguments per key: times, limit, until, now. Returns two numbers per key: granted, count. */
const CONSUME = `${IS_LIVE}${WRITE}
local results = {}
for i, key in ipairs(KEYS) do
  local times, limit = tonumber(ARGV[4 * i - 2]), tonumber(ARGV[4 * i - 1])
  local till, now = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1])
  local stored = redis.call('HMGET', key, 'count', 'until')
  local live = stored[1] and isLive(stored[2], till, now)
  local count = live and tonumber(stored[1]) or 0
  local granted = math.max(0, math.min(times, limit - count))
  if granted > 0 then
    if live then redis.call('HINCRBY', key, 'count', granted)
    else write(key, 'count', granted, till, now) end
  end
  results[2 * i - 1] = granted
  results[2 * i] = count + granted
end
return results`

/** Arguments per key: least, until, now. */
const RAISE = `${IS_LIVE}${WRITE}
for i, key in ipairs(KEYS) do
  local least, till, now = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local stored = redis.call('HMGET', key, 'count', 'until')
  if not (stored[1] and isLive(stored[2], till, now)) then write(key, 'count', ARGV[3 * i - 1], till, now)
  elseif tonumber(stored[1]) < least then redis.call('HSET', key, 'count', ARGV[3 * i - 1]) end
end`

/** Argument per key: number of refunds. */
const REFUND = `for i, key in ipairs(KEYS) do
  local stored = redis.call('HGET', key, 'count')
  local count, times = tonumber(stored or 0), tonumber(ARGV[i + 1])
  if not stored then redis.call('DEL', key)
  elseif count > 0 then redis.call('HINCRBY', key, 'count', -math.min(count, times)) end
end`

const OWNER = `${IS_LIVE}${WRITE}
local function ownerOf(key, till, now)
  local stored = redis.call('HMGET', key, 'owner', 'until')
  return stored[1] and isLive(stored[2], till, now) and stored[1]
end
`

/** Arguments per key: until, now, value. Returns the owner of each key. */
const ACQUIRE = `${OWNER}
local owners = {}
for i, key in ipairs(KEYS) do
  local till, now, value = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), ARGV[3 * i + 1]
  owners[i] = ownerOf(key, till, now)
  if not owners[i] then
    write(key, 'owner', value, till, now)
    owners[i] = value
  end
end
return owners`

/** Arguments: until, now, value, expected. A key that is missing, expired or refunded has no owner. */
const COMPARE_AND_SWAP = `${OWNER}
local till, now = tonumber(ARGV[2]), tonumber(ARGV[3])
if (ownerOf(KEYS[1], ARGV[5] == '' and till or math.huge, now) or '') ~= ARGV[5] then return 0 end
write(KEYS[1], 'owner', ARGV[4], till, now)
return 1`
