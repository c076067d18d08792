import { memory, Problem, type ProblemName } from '@space-data/core'
import type { MaybePromise } from '@space-data/core/http'
import {
  type CacheResult,
  ignoreWaitUntil,
  type SnapshotKind,
} from '../../../packages/core/src/kernel/storage/cache/snapshot.ts'
import { Snapshots } from '../../../packages/core/src/kernel/storage/cache/snapshots.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { NOON } from '../../support/context.ts'

export const MINUTE = 60_000
export const TTL = 15 * MINUTE
export const DAY = 86_400_000

export interface Value {
  readonly text: string
  /** Size in memory. @default text.length */
  readonly bytes?: number
}

interface SetUpOptions {
  readonly staleIfErrorMs?: number
  readonly stored?: boolean
  readonly backend?: ReturnType<typeof memory>
}

/** Creates a cache on a stopped clock, and one kind of snapshot whose loads the test controls. */
export function setUp({ staleIfErrorMs = 0, stored = true, backend = memory() }: SetUpOptions = {}) {
  const time = { at: NOON }
  const errors: unknown[] = []
  const store = openStore(backend)
  const onError = (error: unknown) => errors.push(error)
  const options = { store, now: () => time.at, originsId: '', staleIfErrorMs, onError }
  const upstream = {
    loads: 0,
    previous: undefined as string | undefined,
    answer: async (): Promise<Value> => ({ text: `load ${upstream.loads}` }),
    /** When the upstream gave its value; default: now. */
    fetchedAt: undefined as number | undefined,
  }
  const kind: SnapshotKind<Value> = {
    ttlMs: TTL,
    async load(previous) {
      upstream.loads += 1
      upstream.previous = previous?.value.text
      const fetchedAt = upstream.fetchedAt ?? time.at
      return { value: await upstream.answer(), fetchedAt }
    },
    size: ({ text, bytes }) => bytes ?? text.length,
    ...(stored && { stored: { encode: ({ text }) => ({ text }), decode } }),
  }
  const snapshots = new Snapshots(options)
  return {
    time,
    errors,
    store,
    upstream,
    kind,
    snapshots,
    /** Reads a key; returns the outcome and text, or the code of the Problem. */
    ask: (key = 'a', cache = snapshots) => told(() => cache.read(key, kind, ignoreWaitUntil)),
    /** Another cache on the same store: this process after a restart, or another process. */
    restart: (originsId = '') => new Snapshots({ ...options, originsId }),
    failing: (name: ProblemName) => () => Promise.reject(new Problem(name)),
  }
}

function decode(record: unknown): Value {
  if (typeof (record as Value).text !== 'string') throw new TypeError('no text')
  return record as Value
}

/** Describes a read: its outcome and text, or the code of its Problem. */
export async function told(read: () => MaybePromise<CacheResult<Value>>): Promise<string> {
  try {
    const { outcome, snapshot } = await read()
    return `${outcome}: ${snapshot.value.text}`
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Resolves once all pending promise callbacks have run. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A promise with its settlers. */
export function later() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((...settlers) => {
    ;[resolve, reject] = settlers
  })
  return { promise, resolve, reject }
}

export function raise(message: string): never {
  throw new Error(message)
}
