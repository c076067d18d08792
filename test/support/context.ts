import { memory } from '../../packages/core/src/backends/memory.ts'
import type { Context, Settings } from '../../packages/core/src/context.ts'
import { limitsOf } from '../../packages/core/src/keys/limits.ts'
import { type TierChanges, tiersOf } from '../../packages/core/src/keys/tiers.ts'
import { defaultGrid } from '../../packages/core/src/orbit/shell-grid.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { CheckReports } from '../../packages/core/src/store/check-reports.ts'
import { Readings } from '../../packages/core/src/store/readings.ts'
import type { ServiceEvent } from '../../packages/core/src/store/service-event.ts'
import { ShellJob } from '../../packages/core/src/store/shell-job.ts'
import { Snapshots } from '../../packages/core/src/store/snapshots.ts'
import { openStore } from '../../packages/core/src/store/store.ts'
import { UpstreamStates } from '../../packages/core/src/store/upstream-states.ts'

/** Epoch milliseconds that stand still until they are told to go. */
interface StoppedTime {
  at: number
}

/** A context that a test can look into. */
export interface TestContext extends Context {
  readonly time: StoppedTime
  readonly errors: unknown[]
  readonly events: ServiceEvent[]
}

interface TestContextOptions {
  readonly backend?: Backend
  /** Shared by contexts that stand for several processes. */
  readonly time?: StoppedTime
  readonly limits?: Partial<Settings['limits']>
  readonly tiers?: TierChanges
}

export const NOON = Date.parse('2026-11-21T12:00:00Z')

/** A context on a stopped clock that reaches nobody, on memory unless it is given a backend. */
export function testContext({
  backend = memory(),
  time = { at: NOON },
  limits,
  tiers,
}: TestContextOptions = {}): TestContext {
  const errors: unknown[] = []
  const events: ServiceEvent[] = []
  const now = () => time.at
  const onError = (error: unknown) => errors.push(error)
  const onEvent = (event: ServiceEvent) => events.push(event)
  const store = openStore(backend, {
    elapsed: now,
    onChange: (access, failure) => onEvent({ type: failure ? 'store_failed' : 'store_back', access }),
  })
  return {
    fetch: () => Promise.reject(new TypeError('this test reaches nobody')),
    now,
    store,
    snapshots: new Snapshots({ store, now, world: '', staleIfErrorMs: 0, onError }),
    upstreamStates: new UpstreamStates(store, '', onError),
    checkReports: new CheckReports(store, '', now),
    readings: new Readings(store, '', now, onError),
    shellJob: new ShellJob({ store, world: '', now, onError }),
    settings: {
      base: '',
      grid: defaultGrid,
      tiers: tiersOf(tiers),
      upstreamOrigins: {},
      sourceNote: '',
      world: '',
      staleIfErrorMs: 0,
      keyPrefix: 'sd_live_',
      limits: limitsOf(limits),
    },
    onError,
    onEvent,
    time,
    errors,
    events,
  }
}
