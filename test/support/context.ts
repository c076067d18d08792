import { memory, type ServiceEvent, type StoreBackend, type TierChanges, tiersOf } from '@space-data/core'
import { resolveLimits } from '../../packages/core/src/accounts/networks/limits.ts'
import { defaultGrid } from '../../packages/core/src/debris/density/shell-grid.ts'
import { plainSettings } from '../../packages/core/src/host/options.ts'
import { createServices } from '../../packages/core/src/host/services.ts'
import type { Context, Environment, Settings } from '../../packages/core/src/kit/context.ts'
import { Incidents } from '../../packages/core/src/kit/incidents.ts'
import { openStore } from '../../packages/core/src/storage/store.ts'

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
  readonly backend?: StoreBackend
  /** Shared by contexts that stand for several processes. */
  readonly time?: StoppedTime
  readonly limits?: Partial<Settings['limits']>
  readonly tiers?: TierChanges
  readonly anonymous?: number
}

export const NOON = Date.parse('2026-11-21T12:00:00Z')

/** A context on a stopped clock that reaches nobody, on memory unless it is given a backend. */
export function testContext({
  backend = memory(),
  time = { at: NOON },
  limits,
  tiers,
  anonymous = 0,
}: TestContextOptions = {}): TestContext {
  const errors: unknown[] = []
  const events: ServiceEvent[] = []
  const now = () => time.at
  const onError = (error: unknown) => errors.push(error)
  const incidents = new Incidents(now)
  const onEvent = (event: ServiceEvent) => {
    incidents.record(event)
    events.push(event)
  }
  const store = openStore(backend, {
    elapsed: now,
    onChange: (access, failure) => onEvent({ type: failure ? 'store_failed' : 'store_back', access }),
  })
  const environment = {
    fetch: () => Promise.reject(new TypeError('this test reaches nobody')),
    now,
    store,
    settings: {
      ...plainSettings({ anonymous }),
      base: '',
      grid: defaultGrid,
      operatorReceivers: [],
      tiers: tiersOf(tiers),
      upstreamOrigins: {},
      mirror: false,
      sourceNote: '',
      originsId: '',
      staleIfErrorMs: 0,
      keyPrefix: 'sd_live_',
      limits: resolveLimits(limits),
    },
    onError,
    onEvent,
  }
  return { ...createServices(environment, incidents), time, errors, events }
}

/** What is to be different; services are made of it anew. */
interface Changes extends Partial<Omit<Environment, 'settings'>> {
  readonly settings?: Partial<Settings>
}

/** The context with another part of its environment, and services of its own on the same store. */
export function withEnvironment(context: TestContext, { settings, ...changes }: Changes): TestContext {
  const { fetch, now, store, onError, onEvent, incidents, time, errors, events } = context
  const environment = { fetch, now, store, onError, onEvent, settings: { ...context.settings, ...settings } }
  return { ...createServices({ ...environment, ...changes }, incidents), time, errors, events }
}
