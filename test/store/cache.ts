import { memory } from '../../packages/core/src/backends/memory.ts'
import { Problem, type ProblemCode } from '../../packages/core/src/problem.ts'
import type { Soon } from '../../packages/core/src/soon.ts'
import {
  noDefer,
  type Served,
  type SnapshotKind,
  Snapshots,
} from '../../packages/core/src/store/snapshots.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { NOON } from '../support/context.ts'

export const MINUTE = 60_000
export const TTL = 15 * MINUTE
export const DAY = 86_400_000

export interface Value {
  readonly text: string
  /** What it says it takes in memory; default: the length of its text. */
  readonly bytes?: number
}

interface SetUpOptions {
  readonly staleIfErrorMs?: number
  readonly stored?: boolean
  readonly backend?: ReturnType<typeof memory>
}

/** A cache on a stopped clock, and one kind of snapshot whose loads a test steers. */
export function setUp({ staleIfErrorMs = 0, stored = true, backend = memory() }: SetUpOptions = {}) {
  const time = { at: NOON }
  const errors: unknown[] = []
  const store = openStore(backend)
  const onError = (error: unknown) => errors.push(error)
  const options = { store, now: () => time.at, world: '', staleIfErrorMs, onError }
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
    /** Reads and tells how it went. */
    ask: (key = 'a', cache = snapshots) => told(() => cache.read(key, kind, noDefer)),
    /** Another cache on the same store: this process after a restart, or another one. */
    restart: (world = '') => new Snapshots({ ...options, world }),
    failing: (code: ProblemCode) => () => Promise.reject(new Problem(code)),
  }
}

function decode(record: unknown): Value {
  if (typeof (record as Value).text !== 'string') throw new TypeError('no text')
  return record as Value
}

/** What a read ends in: its outcome and text, or the code of its Problem. */
export async function told(read: () => Soon<Served<Value>>): Promise<string> {
  try {
    const { outcome, snapshot } = await read()
    return `${outcome}: ${snapshot.value.text}`
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}

/** Lets everything run that waits for nothing but promises. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A promise to be settled later. */
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
