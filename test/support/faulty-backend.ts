import type { KeyvStoreAdapter } from 'keyv'
import { memory } from '../../packages/core/src/backends/memory.ts'
import type { Soon } from '../../packages/core/src/soon.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'

/** What a store can do instead of its work; a late one does it, and answers or throws after its caller has gone. */
export type Fault = 'none' | 'throws' | 'hangs' | 'late' | 'throws late' | 'read-only'

/** All that keep the whole store from answering in time. */
export const ABSENCES = ['throws', 'hangs', 'late', 'throws late'] as const satisfies Fault[]

interface FaultyBackend {
  readonly backend: Backend
  fault: Fault
  /** Operations that have reached the backend, by name. */
  readonly calls: Record<
    'get' | 'set' | 'delete' | 'take' | 'raise' | 'giveBack' | 'claim' | 'swap' | 'used' | 'holder',
    number
  >
  allCalls(): number
  /** Comes back empty, as a server without persistence does. */
  loseEverything(): void
  /** The records as they are kept. */
  contents(): [key: string, text: string][]
  /** Writes a record past keyv, as another version or a bad disk would. */
  putRaw(key: string, text: string): Promise<void>
}

/** What a store does that can only be read. */
const READS: ReadonlySet<string> = new Set(['get', 'used', 'holder'])

const PATIENCE_MS = 20
/** Three times the patience, in pauses as short as those it counts: a machine that stands still makes nothing that is late come early. */
const LATE_PAUSES = 30
const PAUSE_MS = 2

/** A store whose faults a test can switch; on memory unless it is given another, and as synchronous as that. */
export function faultyBackend(open: () => Backend = memory): FaultyBackend {
  let inner = open()
  const calls = {
    get: 0,
    set: 0,
    delete: 0,
    take: 0,
    raise: 0,
    giveBack: 0,
    claim: 0,
    swap: 0,
    used: 0,
    holder: 0,
  }

  function run<T>(name: keyof typeof calls, work: () => Soon<T>): Soon<T> {
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
      patienceMs: PATIENCE_MS,
      adapter: adapter as unknown as KeyvStoreAdapter,
      counters: {
        take: (...take) => run('take', () => inner.counters.take(...take)),
        raise: (...raise) => run('raise', () => inner.counters.raise(...raise)),
        giveBack: (key) => run('giveBack', () => inner.counters.giveBack(key)),
        claim: (...claim) => run('claim', () => inner.counters.claim(...claim)),
        swap: (...swap) => run('swap', () => inner.counters.swap(...swap)),
        used: (...used) => run('used', () => inner.counters.used(...used)),
        holder: (...holder) => run('holder', () => inner.counters.holder(...holder)),
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

/** Longer than anything late takes. */
export async function everythingLate(): Promise<void> {
  await late()
  await late()
}

async function late(): Promise<void> {
  for (let i = 0; i < LATE_PAUSES; i += 1) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
