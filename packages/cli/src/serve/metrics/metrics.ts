import type { ProblemCode, ServiceEvent } from '@space-data/core'
import type { JobName, WebhookAttempted } from '@space-data/core/http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Buckets for responses from memory, the store or an upstream, in seconds. */
const RESPONSE_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]
const UPSTREAM_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const JOB_SECONDS = [1, 10, 30, 60, 300, 900, 1_800, 3_600, 7_200]

/**
 * Labels whose counters start at 0: a counter that starts at 1 shows no increase, so alerts and panels would
 * miss the first failure, refusal or run.
 */
const JOBS: Readonly<Record<JobName, true>> = {
  shells: true,
  upstream_check: true,
  key_prune: true,
  alerts: true,
  report: true,
  series: true,
}

const REFUSALS = ['rate_limited', 'key_issuance_limited'] satisfies readonly ProblemCode[]
const CACHE_OUTCOMES = ['hit', 'miss', 'collapsed', 'stale']
const WEBHOOK_OUTCOMES = ['delivered', 'failed'] satisfies readonly WebhookAttempted['outcome'][]

/** Gauges of prom-client that have the suffix of a counter; they are sums of other gauges, which stay. */
const MISNAMED = [
  'nodejs_active_resources_total',
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
]

/** Prometheus counters of service events. Accounts are never a label, because their number is unbounded. */
export interface Metrics {
  readonly registry: CurrentRegistry
  count(event: ServiceEvent): void
}

/** A registry that updates gauges of current values before they are read. */
class CurrentRegistry extends Registry {
  refresh: () => Promise<void> = async () => {}

  override async metrics(): Promise<string> {
    await this.refresh()
    return super.metrics()
  }

  override async getMetricsAsJSON(): ReturnType<Registry['getMetricsAsJSON']> {
    await this.refresh()
    return super.getMetricsAsJSON()
  }
}

export function createMetrics(): Metrics {
  const registry = new CurrentRegistry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)

  const counter = <Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name: `space_data_${name}`, help, labelNames, registers })
  const histogram = <Label extends string>(name: string, help: string, label: Label, buckets: number[]) =>
    new Histogram<Label>({ name: `space_data_${name}`, help, labelNames: [label], buckets, registers })

  const requests = counter('http_requests_total', 'HTTP requests; route is the path template, or none', [
    'route',
    'method',
    'status',
  ])
  const requestDuration = histogram(
    'http_request_duration_seconds',
    'Duration of HTTP requests, by route',
    'route',
    RESPONSE_SECONDS,
  )
  const cacheReads = counter(
    'cache_reads_total',
    'Cache reads: hit, miss, collapsed with another miss, or stale',
    ['outcome'],
  )
  const quotaRefusals = counter('quota_refusals_total', 'Requests rejected with 429, by error code', ['code'])
  const anonymous = counter(
    'anonymous_requests_total',
    'Requests without a key that a network may send, by outcome',
    ['outcome'],
  )
  // Both have a value from the start, so that a dashboard has a line where nothing happened.
  for (const outcome of ['answered', 'refused']) anonymous.inc({ outcome }, 0)
  const failOpen = counter('quota_fail_open_total', 'Requests admitted uncounted during a store outage')
  const issuanceCapped = counter(
    'issuance_capped_total',
    'Free keys refused because the daily limit of the service was reached',
  )
  const upstreamRequests = counter('upstream_requests_total', 'Requests to upstreams, by feed and result', [
    'feed',
    'result',
  ])
  const upstreamDuration = histogram(
    'upstream_request_duration_seconds',
    'Duration of requests to upstreams, by feed',
    'feed',
    UPSTREAM_SECONDS,
  )
  const jobRuns = counter('job_runs_total', 'Jobs completed by this process, by result', ['name', 'result'])
  const jobDuration = histogram(
    'job_duration_seconds',
    'Duration of jobs in this process',
    'name',
    JOB_SECONDS,
  )
  const alerts = counter('alerts_logged_total', 'Alerts that this process appended to the log, by type', [
    'type',
  ])
  const webhookAttempts = counter(
    'webhook_attempts_total',
    'Attempts of this process to deliver an alert to a webhook, by outcome',
    ['outcome'],
  )
  const dropped = counter(
    'webhook_alerts_dropped_total',
    'Alerts deleted from the log by this process before they could be delivered to a webhook',
  )
  const storeUp = new Gauge({
    name: 'space_data_store_up',
    help: '1 while the store is available, 0 while its circuit breaker is open',
    aggregator: 'min',
    labelNames: ['access'] as const,
    registers,
  })
  for (const access of ['read', 'write'] as const) storeUp.set({ access }, 1)
  failOpen.inc(0)
  dropped.inc(0)
  issuanceCapped.inc(0)
  for (const outcome of CACHE_OUTCOMES) cacheReads.inc({ outcome }, 0)
  for (const code of REFUSALS) quotaRefusals.inc({ code }, 0)
  for (const outcome of WEBHOOK_OUTCOMES) webhookAttempts.inc({ outcome }, 0)
  for (const name of Object.keys(JOBS)) {
    for (const result of ['ok', 'failed']) jobRuns.inc({ name, result }, 0)
    jobDuration.zero({ name })
  }

  const resultOf = ({ ok }: { readonly ok: boolean }) => (ok ? 'ok' : 'failed')

  function count(event: ServiceEvent): void {
    switch (event.type) {
      case 'request': {
        const route = event.route ?? 'none'
        requests.inc({ route, method: event.method, status: event.status })
        requestDuration.observe({ route }, event.ms / 1_000)
        if (event.cache !== null) cacheReads.inc({ outcome: event.cache })
        if (event.anonymous) anonymous.inc({ outcome: event.status === 429 ? 'refused' : 'answered' })
        if (event.status === 429) quotaRefusals.inc({ code: event.code ?? 'none' })
        break
      }
      case 'upstream':
        upstreamRequests.inc({ feed: event.feed, result: resultOf(event) })
        upstreamRequests.inc({ feed: event.feed, result: resultOf({ ok: !event.ok }) }, 0)
        upstreamDuration.observe({ feed: event.feed }, event.ms / 1_000)
        break
      case 'job':
        jobRuns.inc({ name: event.job, result: resultOf(event) })
        jobDuration.observe({ name: event.job }, event.ms / 1_000)
        break
      case 'alert':
        alerts.inc({ type: event.alertType })
        break
      case 'webhook_attempt':
        webhookAttempts.inc({ outcome: event.outcome })
        break
      case 'webhook_dropped':
        dropped.inc(event.count)
        break
      case 'quota_fail_open':
        failOpen.inc()
        break
      case 'issuance_capped':
        issuanceCapped.inc()
        break
      case 'store_failed':
      case 'store_back':
        storeUp.set({ access: event.access }, event.type === 'store_back' ? 1 : 0)
    }
  }
  return { registry, count }
}
