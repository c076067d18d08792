import { memory, type ServiceEvent, type StoreBackend, type TierChanges, tiersOf } from '@space-data/core'
import { resolveLimits } from '../../packages/core/src/accounts/networks/limits.ts'
import { AlertLog } from '../../packages/core/src/alerts/alert-log.ts'
import { DetectorStates } from '../../packages/core/src/alerts/detector-states.ts'
import { WebhookRecords } from '../../packages/core/src/alerts/webhooks/webhook-records.ts'
import { CustomShellDays } from '../../packages/core/src/debris/custom-shells/custom-shell-days.ts'
import { CustomShellRecords } from '../../packages/core/src/debris/custom-shells/custom-shell-records.ts'
import { defaultGrid } from '../../packages/core/src/debris/density/shell-grid.ts'
import { ShellJob } from '../../packages/core/src/debris/night/shell-job.ts'
import type { Context, Settings } from '../../packages/core/src/kit/context.ts'
import { Incidents } from '../../packages/core/src/kit/incidents.ts'
import { KeptForecasts } from '../../packages/core/src/space-weather/forecast/kept-forecasts.ts'
import { Series } from '../../packages/core/src/space-weather/series/series.ts'
import { Snapshots } from '../../packages/core/src/storage/cache/snapshots.ts'
import { openStore } from '../../packages/core/src/storage/store.ts'
import { CheckReports } from '../../packages/core/src/upstreams/check/check-reports.ts'
import { UpstreamStates } from '../../packages/core/src/upstreams/states/upstream-states.ts'

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
  const incidents = new Incidents(now)
  const onEvent = (event: ServiceEvent) => {
    incidents.record(event)
    events.push(event)
  }
  const store = openStore(backend, {
    elapsed: now,
    onChange: (access, failure) => onEvent({ type: failure ? 'store_failed' : 'store_back', access }),
  })
  const alertLog = new AlertLog(store, '', now, ({ type: alertType, id }) =>
    onEvent({ type: 'alert', alertType, id }),
  )
  return {
    fetch: () => Promise.reject(new TypeError('this test reaches nobody')),
    now,
    store,
    snapshots: new Snapshots({ store, now, originsId: '', staleIfErrorMs: 0, onError }),
    upstreamStates: new UpstreamStates(store, '', onError),
    checkReports: new CheckReports(store, '', now),
    series: new Series({ store, originsId: '', now, keepDays: 365, onError }),
    keptForecasts: new KeptForecasts(store, '', now),
    alertLog,
    detectorStates: new DetectorStates(store, '', now, alertLog),
    webhooks: new WebhookRecords(store, now),
    customShells: new CustomShellRecords(store, now),
    customShellDays: new CustomShellDays(store, '', now),
    incidents,
    shellJob: new ShellJob({ store, originsId: '', now, onError }),
    settings: {
      base: '',
      grid: defaultGrid,
      operatorReceivers: [],
      tiers: tiersOf(tiers),
      upstreamOrigins: {},
      mirror: false,
      sourceNote: '',
      originsId: '',
      staleIfErrorMs: 0,
      keepCatalogues: 0,
      issueCommand: 'space-data keys issue',
      operator: 'operator',
      keyPrefix: 'sd_live_',
      limits: resolveLimits(limits),
    },
    onError,
    onEvent,
    time,
    errors,
    events,
  }
}
