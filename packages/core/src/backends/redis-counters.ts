import {
  type Batching,
  type Claim,
  giveBacksInBatches,
  inBatches,
  type Raise,
  raisesInBatches,
  takesInBatches,
  type Wish,
  type WishOutcome,
} from '#backends/batches'
import type { RedisConnection } from '#backends/redis-connection'
import { APART_MS } from '#store/clocks'
import type { Counters } from '#store/counters'
import { type Watches, watchable } from '#store/watch'
import { hours, minutes } from '#time'

/**
 * Counters as Lua scripts: Redis runs each of them alone. A counter is a hash, `used` and `until` or `holder` and
 * `until`. Whether it lives is asked of the caller's clock; Redis forgets it after that, as
 * long as it lived, but at least a minute and at most an hour.
 */
export function redisCounters(
  connection: Pick<RedisConnection, 'read' | 'run'>,
  prefix: string,
  patienceMs: number,
): Counters {
  return watchable((watches) => countersOn(connection, prefix, watches, patienceMs))
}

function countersOn(
  { read, run }: Pick<RedisConnection, 'read' | 'run'>,
  prefix: string,
  { reads, writes }: Watches,
  patienceMs: number,
): Counters {
  const batching: Batching = { watch: writes, patienceMs }
  const claim = inBatches(claimAll, batching)

  return {
    take: takesInBatches(takeAll, batching),
    raise: raisesInBatches(raiseAll, batching),
    giveBack: giveBacksInBatches(giveBackAll, batching),
    claim: (key, value, until, now) => claim({ key, value, until, now }),
    swap: (key, expected, value, until, now) =>
      writes.run(async () => {
        return (await run(SWAP, [prefix + key], [whole(until), whole(now), value, expected])) === 1
      }),
    used: async (key, now) => Number((await live(key, 'used', now, Infinity)) ?? 0),
    holder: async (key, now, until) => (await live(key, 'holder', now, until)) ?? '',
  }

  /** A field of a counter that lives. */
  async function live(key: string, field: string, now: number, until: number): Promise<string | null> {
    const kept = await reads.run(() => read('HMGET', prefix + key, field, 'until'))
    const [value = null, end = null] = kept as (string | null)[]
    return Number(end) > now && Number(end) <= until + APART_MS ? value : null
  }

  async function takeAll(wishes: readonly Wish[], askedAt: number): Promise<WishOutcome[]> {
    const keys = wishes.map(({ key }) => prefix + key)
    const args = wishes.flatMap(({ times, limit, until, now }) => [times, limit, until, now].map(whole))
    const answer = (await run(TAKE, keys, args, askedAt)) as number[]
    return wishes.map((_, i) => ({ granted: Number(answer[2 * i]), used: Number(answer[2 * i + 1]) }))
  }

  function raiseAll(raises: readonly Raise[], askedAt: number): Promise<unknown> {
    const keys = raises.map(({ key }) => prefix + key)
    const args = raises.flatMap(({ least, until, now }) => [least, until, now].map(whole))
    return run(RAISE, keys, args, askedAt)
  }

  function giveBackAll(times: ReadonlyMap<string, number>, askedAt: number): Promise<unknown> {
    const keys = [...times.keys()].map((key) => prefix + key)
    return run(GIVE_BACK, keys, [...times.values()].map(whole), askedAt)
  }

  async function claimAll(claims: readonly Claim[], askedAt: number): Promise<string[]> {
    const keys = claims.map(({ key }) => prefix + key)
    const args = claims.flatMap(({ until, now, value }) => [whole(until), whole(now), value])
    return (await run(CLAIM, keys, args, askedAt)) as string[]
  }
}

/** Redis's own expiry counts in whole milliseconds of 64 bits. */
function whole(n: number): string {
  return String(Math.min(Math.round(n), Number.MAX_SAFE_INTEGER))
}

/** Whether a counter that is kept until `kept` lives to one who would keep it until `till`. */
const LIVES = `local function lives(kept, till, now)
  return tonumber(kept) > now and tonumber(kept) <= till + ${APART_MS}
end
`

/** Writes a field of a counter that begins anew; one that is over already need not be kept. */
const BEGIN = `local function begin(key, field, value, till, now)
  if till <= now then return redis.call('DEL', key) end
  redis.call('HSET', key, field, value, 'until', string.format('%.0f', till))
  redis.call('PEXPIRE', key, string.format('%.0f', till - now + math.max(${minutes(1)}, math.min(${hours(1)}, till - now))))
end
`

/** Per key: takes, limit, until, now. The answer has two numbers per key: how many were granted, how many are used. */
const TAKE = `${LIVES}${BEGIN}
local outcomes = {}
for i, key in ipairs(KEYS) do
  local times, limit = tonumber(ARGV[4 * i - 2]), tonumber(ARGV[4 * i - 1])
  local till, now = tonumber(ARGV[4 * i]), tonumber(ARGV[4 * i + 1])
  local count = redis.call('HMGET', key, 'used', 'until')
  local isLive = count[1] and lives(count[2], till, now)
  local used = isLive and tonumber(count[1]) or 0
  local granted = math.max(0, math.min(times, limit - used))
  if granted > 0 then
    if isLive then redis.call('HINCRBY', key, 'used', granted)
    else begin(key, 'used', granted, till, now) end
  end
  outcomes[2 * i - 1] = granted
  outcomes[2 * i] = used + granted
end
return outcomes`

/** Per key: least, until, now. */
const RAISE = `${LIVES}${BEGIN}
for i, key in ipairs(KEYS) do
  local least, till, now = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), tonumber(ARGV[3 * i + 1])
  local count = redis.call('HMGET', key, 'used', 'until')
  if not (count[1] and lives(count[2], till, now)) then begin(key, 'used', ARGV[3 * i - 1], till, now)
  elseif tonumber(count[1]) < least then redis.call('HSET', key, 'used', ARGV[3 * i - 1]) end
end`

/** Per key: how often it is given back. */
const GIVE_BACK = `for i, key in ipairs(KEYS) do
  local used = redis.call('HGET', key, 'used')
  if not used then redis.call('DEL', key)
  elseif tonumber(used) > 0 then redis.call('HINCRBY', key, 'used', -math.min(tonumber(used), tonumber(ARGV[i + 1]))) end
end`

const HOLDER = `${LIVES}${BEGIN}
local function holder(key, till, now)
  local held = redis.call('HMGET', key, 'holder', 'until')
  return held[1] and lives(held[2], till, now) and held[1]
end
`

/** Per key: until, now, value. The answer has the holder of each. */
const CLAIM = `${HOLDER}
local holders = {}
for i, key in ipairs(KEYS) do
  local till, now, value = tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i]), ARGV[3 * i + 1]
  holders[i] = holder(key, till, now)
  if not holders[i] then
    begin(key, 'holder', value, till, now)
    holders[i] = value
  end
end
return holders`

/** Until, now, value, expected. Nobody holds a key that is not there, has expired or was given back. */
const SWAP = `${HOLDER}
local till, now = tonumber(ARGV[2]), tonumber(ARGV[3])
if (holder(KEYS[1], ARGV[5] == '' and till or math.huge, now) or '') ~= ARGV[5] then return 0 end
begin(KEYS[1], 'holder', ARGV[4], till, now)
return 1`
