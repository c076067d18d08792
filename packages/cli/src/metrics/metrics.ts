import type { ServiceEvent } from '@space-data/core'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Seconds that an answer takes: from memory, from the store, from an upstream. */
const ANSWER_SECONDS = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10]
const UPSTREAM_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const JOB_SECONDS = [1, 10, 30, 60, 300, 900, 1_800, 3_600, 7_200]

/** What is counted, in Prometheus' own form. Accounts are never a label: there may be any number of them. */
export interface Metrics {
  readonly registry: Registry
  count(event: ServiceEvent): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })

  const requests = new Counter({
    name: 'space_data_http_requests_total',
    help: 'Requests that were answered; route is the path as the table has it, or none',
    labelNames: ['route', 'method', 'status'] as const,
    registers,
  })
  const answering = new Histogram({
    name: 'space_data_http_request_duration_seconds',
    help: 'From the request to the answer, by route',
    labelNames: ['route'] as const,
    buckets: ANSWER_SECONDS,
    registers,
  })
  const cached = new Counter({
    name: 'space_data_cache_reads_total',
    help: 'How cached answers were found: hit, miss, collapsed with another miss, or stale',
    labelNames: ['outcome'] as const,
    registers,
  })
  const refused = new Counter({
    name: 'space_data_quota_refusals_total',
    help: 'Requests refused with 429, by error code',
    labelNames: ['code'] as const,
    registers,
  })
  const failOpen = new Counter({
    name: 'space_data_quota_fail_open_total',
    help: 'Requests admitted without being counted in the store, which was away',
    registers,
  })
  const capped = new Counter({
    name: 'space_data_issuance_capped_total',
    help: 'Free keys refused because the whole service has issued those of the UTC day',
    registers,
  })
  const asked = new Counter({
    name: 'space_data_upstream_requests_total',
    help: 'Asks of upstreams, by feed and result',
    labelNames: ['feed', 'result'] as const,
    registers,
  })
  const asking = new Histogram({
    name: 'space_data_upstream_request_duration_seconds',
    help: 'Until an upstream had answered or failed, by feed',
    labelNames: ['feed'] as const,
    buckets: UPSTREAM_SECONDS,
    registers,
  })
  const jobs = new Counter({
    name: 'space_data_job_runs_total',
    help: 'Jobs that came to their end in this process, by result',
    labelNames: ['job', 'result'] as const,
    registers,
  })
  const working = new Histogram({
    name: 'space_data_job_duration_seconds',
    help: 'How long jobs took in this process',
    labelNames: ['job'] as const,
    buckets: JOB_SECONDS,
    registers,
  })
  const store = new Gauge({
    name: 'space_data_store_up',
    help: '1 while the store can be read or written, 0 while it is left alone because it failed',
    labelNames: ['access'] as const,
    registers,
  })
  for (const access of ['read', 'write'] as const) store.set({ access }, 1)
  failOpen.inc(0)
  capped.inc(0)

  const resultOf = ({ ok }: { readonly ok: boolean }) => (ok ? 'ok' : 'failed')

  function count(event: ServiceEvent): void {
    switch (event.type) {
      case 'request': {
        const route = event.route ?? 'none'
        requests.inc({ route, method: event.method, status: event.status })
        answering.observe({ route }, event.ms / 1_000)
        if (event.cache !== null) cached.inc({ outcome: event.cache })
        if (event.status === 429) refused.inc({ code: event.code ?? 'none' })
        break
      }
      case 'upstream':
        asked.inc({ feed: event.feed, result: resultOf(event) })
        asking.observe({ feed: event.feed }, event.ms / 1_000)
        break
      case 'job':
        jobs.inc({ job: event.job, result: resultOf(event) })
        working.observe({ job: event.job }, event.ms / 1_000)
        break
      case 'quota_fail_open':
        failOpen.inc()
        break
      case 'issuance_capped':
        capped.inc()
        break
      case 'store_failed':
      case 'store_back':
        store.set({ access: event.access }, event.type === 'store_back' ? 1 : 0)
    }
  }
  return { registry, count }
}
