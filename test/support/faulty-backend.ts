import { memory, type StoreBackend } from '@space-data/core'
import type { MaybePromise } from '@space-data/core/http'
import type { AtomicStore } from '@space-data/core/storage'
import type { KeyvStoreAdapter } from 'keyv'

/** What a store does instead of its work; `late` ones respond after their caller has timed out. */
export type Fault = 'none' | 'throws' | 'hangs' | 'late' | 'throws late' | 'read-only'

/** The faults that make the whole store unavailable. */
export const ABSENCES = ['throws', 'hangs', 'late', 'throws late'] as const satisfies Fault[]

interface FaultyBackend {
  readonly backend: StoreBackend
  fault: Fault
  /** Number of calls of the backend, by operation: `get` of a record, `getAtomic` of an atomic value. */
  readonly calls: Record<'set' | 'delete' | 'getAtomic' | keyof AtomicStore, number>
  allCalls(): number
  /** Empties the store, as a restart of a server without persistence does. */
  loseEverything(): void
  /** Returns the records as they are stored. */
  contents(): [key: string, text: string][]
  /** Writes a record without keyv, as another version or a damaged disk would. */
  putRaw(key: string, text: string): Promise<void>
}

/** Operations that a read-only store supports. */
const READS: ReadonlySet<string> = new Set(['get', 'count', 'getAtomic'])

const TIMEOUT_MS = 20
/** Three times the timeout, in short pauses: if the machine freezes, nothing late arrives early. */
const LATE_PAUSES = 30
const PAUSE_MS = 2

/** A store with switchable faults, on memory by default; as synchronous as the store it wraps. */
export function faultyBackend(open: () => StoreBackend = memory): FaultyBackend {
  let inner = open()
  const calls = {
    get: 0,
    set: 0,
    delete: 0,
    add: 0,
    raise: 0,
    subtract: 0,
    setIfAbsent: 0,
    compareAndSwap: 0,
    count: 0,
    getAtomic: 0,
  }

  function run<T>(name: keyof typeof calls, work: () => MaybePromise<T>): MaybePromise<T> {
    calls[name] += 1
    switch (faulty.fault) {
      case 'throws':
        throw new Error('the store is away')
      case 'hangs':
        return new Promise<never>(() => {})
      case 'late':
        return late().then(work)
      case 'throws late':
        return late().then(() => {
          throw new Error('the store is away')
        })
      case 'read-only':
        if (!READS.has(name)) throw new Error('READONLY')
    }
    return work()
  }

  const adapter = {
    opts: {},
    get: (key: string) => run('get', () => records().get(key)),
    set: (key: string, value: unknown) => run('set', () => records().set(key, value)),
    delete: (key: string) => run('delete', () => records().delete(key)),
    clear: () => {},
    on: () => {},
  }
  const records = () => inner.adapter as KeyvStoreAdapter
  const faulty: FaultyBackend = {
    backend: {
      ...inner,
      timeoutMs: TIMEOUT_MS,
      adapter: adapter as unknown as KeyvStoreAdapter,
      atomic: {
        add: (...args) => run('add', () => inner.atomic.add(...args)),
        raise: (...args) => run('raise', () => inner.atomic.raise(...args)),
        subtract: (key) => run('subtract', () => inner.atomic.subtract(key)),
        setIfAbsent: (...args) => run('setIfAbsent', () => inner.atomic.setIfAbsent(...args)),
        compareAndSwap: (...args) => run('compareAndSwap', () => inner.atomic.compareAndSwap(...args)),
        count: (...args) => run('count', () => inner.atomic.count(...args)),
        get: (...args) => run('getAtomic', () => inner.atomic.get(...args)),
      },
      keys: (prefix) => inner.keys(prefix),
      close: () => inner.close(),
    },
    fault: 'none',
    calls,
    allCalls: () => Object.values(calls).reduce((sum, count) => sum + count),
    loseEverything() {
      inner = open()
    },
    contents: () => [...(inner.adapter as Map<string, string>)],
    async putRaw(key, text) {
      await records().set(key, text)
    },
  }
  return faulty
}

/** Resolves after everything late has ended. */
export async function everythingLate(): Promise<void> {
  await late()
  await late()
}

async function late(): Promise<void> {
  for (let i = 0; i < LATE_PAUSES; i += 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
