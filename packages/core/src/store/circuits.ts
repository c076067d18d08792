import type { Problem } from '#problem'
import type { Backend } from '#store/backend'
import type { Counters } from '#store/counters'
import { Guard } from '#store/guard'
import { OwnPatience, SharedPatience } from '#store/patience'
import type { StoreAccess } from '#store/service-event'
import { type Watch, type Watches, watched, watchedByShard } from '#store/watch'
import { minutes } from '#time'

/** What stands before a backend: a circuit for reads and one for writes of each of its shards. */
export interface Circuits {
  /** Those that a key is behind. */
  of(key: string): Watches
  /** What is of no one key, such as a flush. */
  readonly whole: Watches
  /** Looks through all that is there, which may take long without anything being wrong. */
  readonly scans: Watch
  readonly counters: Counters
}

interface CircuitsOptions {
  /** Told of the first failure after which a way into the store is left alone, and of none once no part of it is. */
  readonly onChange: (access: StoreAccess, failure: Problem | undefined) => void
  /** Milliseconds on a clock that never goes back. */
  readonly elapsed: () => number
}

const LONG_MS = minutes(1)

/** The circuits of a backend. Reads and writes are apart, because a store that cannot be written can often be read. */
export function circuitsOf(backend: Backend, { onChange, elapsed }: CircuitsOptions): Circuits {
  const { shardOf, counters, patienceMs, requestsAreApart } = backend
  const open = { read: 0, write: 0 }
  const guardOf = (access: StoreAccess, ms = patienceMs): Watch =>
    new Guard({
      patience: ms === undefined ? undefined : new (requestsAreApart ? OwnPatience : SharedPatience)(ms),
      elapsed,
      onChange(failure) {
        open[access] += failure ? 1 : -1
        if (open[access] === (failure ? 1 : 0)) onChange(access, failure)
      },
    })
  const pair = (): Watches => ({ reads: guardOf('read'), writes: guardOf('write') })

  const whole = pair()
  const scans = guardOf('read', LONG_MS)
  if (!shardOf) return { of: () => whole, whole, scans, counters: watched(counters, whole) }
  const shards = new Map<string | number, Watches>()
  const of = (key: string): Watches => {
    const shard = shardOf(key)
    const known = shards.get(shard)
    if (known) return known
    const made = pair()
    shards.set(shard, made)
    return made
  }
  return { of, whole, scans, counters: watchedByShard(counters, shardOf, of) }
}
