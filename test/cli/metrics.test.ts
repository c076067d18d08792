import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceEvent } from '@space-data/core'
import type { Quantity } from '@space-data/core/space-weather'
import { expect, it, onTestFinished, vi } from 'vitest'
import { currentGauges, type GaugeSources } from '../../packages/cli/src/serve/metrics/current-gauges.ts'
import { metricsListener } from '../../packages/cli/src/serve/metrics/listener.ts'
import { createMetrics } from '../../packages/cli/src/serve/metrics/metrics.ts'
import { testService } from '../support/service.ts'
import { inProcess, type RunningHere, serveInProcess } from './program.ts'

const KP = '/v1/space-weather/kp'
const SAMPLE = ['--sample', '--store', 'memory:', '--no-jobs']
const NOW = Date.parse('2026-11-21T12:00:00Z')

/** Parses samples by name and labels. */
function samplesOf(page: string): Map<string, number> {
  const lines = page.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ')
      return [line.slice(0, cut), Number(line.slice(cut + 1))]
    }),
  )
}

async function scrape(url: string): Promise<Map<string, number>> {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  return samplesOf(await response.text())
}

const metricsOf = ({ lines }: Pick<RunningHere, 'lines'>) =>
  String(/^ {2}Metrics {2}(\S+)$/m.exec(lines.join('\n'))?.[1])

it('are off by default and on a separate socket with --metrics-port', { timeout: 30_000 }, async () => {
  const without = await serveInProcess(SAMPLE, {})
  expect(without.lines.join('\n')).not.toContain('Metrics')
  expect((await fetch(`${without.url}/metrics`)).status).toBe(404)

  const server = await serveInProcess(
    [...SAMPLE, '--metrics-port', '0', '--upstream', 'launch-library=http://127.0.0.1:9'],
    {},
  )
  const url = metricsOf(server)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
  expect(new URL(url).port).not.toBe(new URL(server.url).port)
  const headers = { 'content-type': 'application/json' }
  const order = () => fetch(`${server.url}/v1/keys`, { method: 'POST', headers, body: '{"label":"me"}' })
  const { key } = (await (await order()).json()) as { key: string }
  await order()
  const ask = (path: string) => fetch(`${server.url}${path}`, { headers: { 'x-api-key': key } })
  // Space weather is loaded at the start, events by the first request.
  await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200)
  await ask(KP)
  await ask(KP)
  await ask('/v1/events/recent')
  await ask('/v1/launches/upcoming')
  const samples = await scrape(url)
  const of = (name: string) => samples.get(`space_data_${name}`)
  expect(of(`http_requests_total{route="${KP}",method="GET",status="200"}`)).toBe(2)
  expect(of('http_requests_total{route="/v1/launches/upcoming",method="GET",status="503"}')).toBe(1)
  expect(of(`http_request_duration_seconds_count{route="${KP}"}`)).toBe(2)
  expect(of(`http_request_duration_seconds_bucket{le="+Inf",route="${KP}"}`)).toBe(2)
  expect(of('cache_reads_total{outcome="hit"}')).toBe(2)
  expect(of('cache_reads_total{outcome="miss"}')).toBe(1)
  expect(of('quota_refusals_total{code="key_issuance_limited"}')).toBe(1)
  expect(of('quota_fail_open_total')).toBe(0)
  expect(of('issuance_capped_total')).toBe(0)
  expect(of('store_up{access="read"}')).toBe(1)
  expect(of('upstream_up{feed="swpc-kp-1m"}')).toBe(1)
  const ofLaunches = [...samples].filter(([name]) =>
    /^space_data_upstream_up\{feed="launch-library/.test(name),
  )
  expect(ofLaunches.map(([, value]) => value)).toContain(0)
  expect([...samples.keys()].join('\n')).toMatch(
    /^space_data_upstream_requests_total\{feed="launch-library[^"]*",result="failed"\}$/m,
  )
  expect(of('upstream_requests_total{feed="swpc-kp-1m",result="ok"}')).toBe(1)
  expect(of('kp_index')).toBeGreaterThanOrEqual(0)
  const newest = of('upstream_newest_value_timestamp_seconds{feed="swpc-kp-1m"}')
  expect(Math.abs(Date.now() / 1_000 - Number(newest))).toBeLessThan(3_600)
  expect(samples.get('process_cpu_seconds_total')).toBeGreaterThan(0)
  expect([...samples.keys()].join('\n')).not.toContain(key.slice('sd_live_'.length))

  expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404)
  expect((await fetch(url, { method: 'POST' })).status).toBe(405)
  expect(await (await fetch(url, { method: 'HEAD' })).text()).toBe('')
  expect((await server.stop()).code).toBe(0)
})

it('are in the output of --json and in the configuration', async () => {
  const server = await serveInProcess([...SAMPLE, '--json'], {
    SPACE_DATA_METRICS_PORT: '0',
    SPACE_DATA_METRICS_HOST: 'localhost',
  })
  const { metrics } = JSON.parse(server.lines[0] ?? '') as { metrics: string }
  expect(metrics).toMatch(/^http:\/\/localhost:\d+\/metrics$/)
  await scrape(metrics)
  const wrong = await inProcess(['serve', '--metrics-port', 'x'], {})
  expect(wrong.stderr).toBe('space-data: --metrics-port takes a whole number from 0 to 65535, not "x"\n')
})

it('that cannot listen fail the start with a remedy', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  const { code, stdout, stderr } = await inProcess(
    ['serve', ...SAMPLE, '--port', '0', '--metrics-port', `${port}`],
    {},
  )
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    new RegExp(
      `^space-data: port ${port} on 127.0.0.1 is already in use\nSet another with --metrics-port [^\n]+\n$`,
    ),
  )
})

it('count what is answered and refused without a key, of all networks together', async () => {
  const { registry, count } = createMetrics()
  const { ask, get } = await testService({ onEvent: count, anonymous: 2 })
  await get(KP)
  await ask('GET', KP, {}, {})
  for (const ip of ['192.0.2.1', '192.0.2.2', '2001:db8::1'])
    for (let i = 0; i < 5; i += 1) await ask('GET', KP, {}, { ip })
  const samples = samplesOf(await registry.metrics())
  expect([...samples].filter(([name]) => name.includes('anonymous'))).toEqual([
    ['space_data_anonymous_requests_total{outcome="answered"}', 6],
    ['space_data_anonymous_requests_total{outcome="refused"}', 9],
  ])
})

it('have a bounded number of series for any paths, methods, ids, keys or accounts', async () => {
  const { registry, count } = createMetrics()
  const { spaceData, key } = await testService({ onEvent: count })
  const ask = async (path: string, init: RequestInit = {}) =>
    (await spaceData.handle(new Request(`http://space-data.test${path}`, init))).arrayBuffer()
  const wave = async (from: number) => {
    for (let i = from; i < from + 40; i += 1) {
      await ask(`/nowhere/${i}`)
      await ask(`/status`, { method: `METHOD${i}` })
      await ask(`/v1/objects/${i}`, { headers: { 'x-api-key': `sd_live_${String(i).padStart(36, '0')}` } })
      await ask(`${KP}?q=${i}`, { headers: { 'x-api-key': key } })
      count({ type: 'quota_fail_open', account: `account-${i}` })
      count({ type: 'issuance_capped' })
    }
    return samplesOf(await registry.metrics())
  }
  const [first, second] = [await wave(0), await wave(1_000)]
  const ours = (samples: Map<string, number>) =>
    [...samples.keys()].filter((name) => name.startsWith('space_data'))
  expect(ours(second)).toEqual(ours(first))
  expect(second.get('space_data_http_requests_total{route="none",method="GET",status="404"}')).toBe(80)
  expect(second.get('space_data_http_requests_total{route="/status",method="other",status="405"}')).toBe(80)
  expect(second.get('space_data_quota_fail_open_total')).toBe(80)
  expect(second.get('space_data_issuance_capped_total')).toBe(80)
})

it('count upstream requests, jobs and store events', async () => {
  const { registry, count } = createMetrics()
  const events: ServiceEvent[] = [
    { type: 'upstream', feed: 'swpc-mag', provider: 'swpc', ok: true, ms: 200 },
    { type: 'upstream', feed: 'swpc-mag', provider: 'swpc', ok: false, ms: 3_000 },
    { type: 'upstream', feed: 'swpc-kp-1m', provider: 'swpc', ok: true, ms: 200 },
    { type: 'job', job: 'shells', ok: true, ms: 61_000 },
    { type: 'job', job: 'upstream_check', ok: false, ms: 500 },
    { type: 'store_failed', access: 'write' },
  ]
  for (const event of events) count(event)
  const samples = samplesOf(await registry.metrics())
  const of = (name: string) => samples.get(`space_data_${name}`)
  expect(of('upstream_requests_total{feed="swpc-mag",result="ok"}')).toBe(1)
  expect(of('upstream_requests_total{feed="swpc-mag",result="failed"}')).toBe(1)
  expect(of('upstream_requests_total{feed="swpc-kp-1m",result="failed"}')).toBe(0)
  expect(of('upstream_request_duration_seconds_sum{feed="swpc-mag"}')).toBeCloseTo(3.2)
  expect(of('job_runs_total{name="shells",result="ok"}')).toBe(1)
  expect(of('job_runs_total{name="upstream_check",result="failed"}')).toBe(1)
  expect(of('job_duration_seconds_sum{name="shells"}')).toBe(61)
  expect([of('store_up{access="read"}'), of('store_up{access="write"}')]).toEqual([1, 0])
  count({ type: 'store_back', access: 'write' })
  expect(samplesOf(await registry.metrics()).get('space_data_store_up{access="write"}')).toBe(1)
})

/** Returns an instance with the given newest values. */
function sources(newest: Partial<Record<Quantity, { at: number; value: number }>>): GaugeSources {
  const ids = ['kp', 'bz_gsm_nt', 'xray_flux_w_m2', 'proton_flux_pfu', 'solar_wind_speed_km_s'] as const
  const readings = Object.fromEntries(ids.map((id) => [id, newest[id] ? [newest[id]] : []]))
  return {
    base: '',
    readings: async () => readings as Record<Quantity, { at: number; value: number }[]>,
    handleAsOperator: async () => new Response('{}', { status: 503 }),
  }
}

it('count alerts by type, and attempts to deliver them by outcome', async () => {
  const { registry, count } = createMetrics()
  const attempt = { type: 'webhook_attempt', webhook: 'wh_1', ms: 12 } as const
  const events: ServiceEvent[] = [
    { type: 'alert', alertType: 'launch.scheduled', id: 'evt_1' },
    { type: 'alert', alertType: 'launch.scheduled', id: 'evt_2' },
    { ...attempt, outcome: 'delivered', status: 204 },
    { ...attempt, webhook: 'wh_2', outcome: 'failed', status: null },
    { ...attempt, webhook: 'wh_3', outcome: 'failed', status: 500 },
    { type: 'webhook_dropped', webhook: 'wh_3', count: 3 },
  ]
  for (const event of events) count(event)
  const samples = samplesOf(await registry.metrics())
  expect(samples.get('space_data_alerts_logged_total{type="launch.scheduled"}')).toBe(2)
  expect(samples.get('space_data_webhook_attempts_total{outcome="delivered"}')).toBe(1)
  expect(samples.get('space_data_webhook_attempts_total{outcome="failed"}')).toBe(2)
  expect(samples.get('space_data_webhook_alerts_dropped_total')).toBe(3)
  expect([...samples.keys()].join()).not.toMatch(/wh_|evt_/)
})

it('have webhooks by state and what waits for them, where webhooks are offered', async () => {
  const { registry } = createMetrics()
  let webhooks: object | null = { active: 5, failing: 2, disabled: 1, pending: 7 }
  const status = async () => Response.json({ data: { upstreams: [], webhooks } })
  const present = currentGauges({ ...sources({}), handleAsOperator: status }, registry, () => NOW)
  const refreshed = async (oldest_pending_at: string | null) => {
    webhooks = webhooks && { ...webhooks, oldest_pending_at }
    await present.refresh()
    const samples = samplesOf(await registry.metrics())
    return (name: string) => samples.get(`space_data_webhook${name}`)
  }
  const waiting = await refreshed('2026-11-21T11:59:00.000Z')
  expect(['active', 'failing', 'disabled'].map((state) => waiting(`s{state="${state}"}`))).toEqual([3, 2, 1])
  expect(waiting('_alerts_waiting')).toBe(7)
  expect(waiting('_oldest_waiting_timestamp_seconds')).toBe(NOW / 1_000 - 60)
  expect((await refreshed(null))('_oldest_waiting_timestamp_seconds')).toBeUndefined()
  webhooks = null
  const none = await refreshed(null)
  expect([none('s{state="active"}'), none('_alerts_waiting')]).toEqual([undefined, undefined])
})

it('have the instant of the published shells, where there are any', async () => {
  const { registry } = createMetrics()
  let shells: object | null = { computed_at: '2026-11-21T03:21:00.000Z' }
  const status = async () => Response.json({ data: { upstreams: [], webhooks: null, shells } })
  const present = currentGauges({ ...sources({}), handleAsOperator: status }, registry, () => NOW)
  const refreshed = async () => {
    await present.refresh()
    return samplesOf(await registry.metrics()).get('space_data_shells_computed_timestamp_seconds')
  }
  expect(await refreshed()).toBe(Date.parse('2026-11-21T03:21:00Z') / 1_000)
  shells = { computed_at: null }
  expect(await refreshed()).toBeUndefined()
  shells = null
  expect(await refreshed()).toBeUndefined()
})

it('count jobs, refusals and deliveries from 0, so that the first one is an increase', async () => {
  const samples = samplesOf(await createMetrics().registry.metrics())
  expect(samples.get('space_data_job_runs_total{name="shells",result="failed"}')).toBe(0)
  expect(samples.get('space_data_job_runs_total{name="report",result="ok"}')).toBe(0)
  expect(samples.get('space_data_job_duration_seconds_count{name="report"}')).toBe(0)
  expect(samples.get('space_data_quota_refusals_total{code="key_issuance_limited"}')).toBe(0)
  expect(samples.get('space_data_webhook_attempts_total{outcome="failed"}')).toBe(0)
  expect(samples.get('space_data_webhook_alerts_dropped_total')).toBe(0)
  expect(samples.get('space_data_cache_reads_total{outcome="stale"}')).toBe(0)
})

it('have the current values, but no old or missing ones', async () => {
  const { registry } = createMetrics()
  const present = currentGauges(
    sources({
      kp: { at: NOW - 60_000, value: 4.33 },
      bz_gsm_nt: { at: NOW, value: -12.5 },
      xray_flux_w_m2: { at: NOW, value: 1.2e-5 },
      proton_flux_pfu: { at: NOW - 4 * 3_600_000, value: 10 },
    }),
    registry,
    () => NOW,
  )
  await present.refresh()
  const samples = samplesOf(await registry.metrics())
  expect(samples.get('space_data_kp_index')).toBe(4.33)
  expect(samples.get('space_data_bz_gsm_teslas')).toBeCloseTo(-12.5e-9, 15)
  expect(samples.get('space_data_xray_flux_watts_per_square_meter')).toBe(1.2e-5)
  expect(samples.get('space_data_reading_timestamp_seconds{series="kp"}')).toBe(NOW / 1_000 - 60)
  expect(samples.has('space_data_proton_flux_pfu')).toBe(false)
  expect(samples.has('space_data_solar_wind_speed_meters_per_second')).toBe(false)
})

it('survive a store that fails or hangs', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  for (const fails of [
    () => Promise.reject(new Error('the store is away')),
    () => new Promise<never>(() => {}),
  ]) {
    const present = currentGauges(
      { base: '', readings: fails, handleAsOperator: fails },
      createMetrics().registry,
    )
    const refreshed = present.refresh()
    await vi.advanceTimersByTimeAsync(3_000)
    await expect(refreshed).resolves.toBeUndefined()
  }
})

it('log a failed scrape and respond 500', async () => {
  const told: string[] = []
  const read = () => Promise.reject(new Error('a gauge is broken'))
  const url = await listening(metricsListener({ contentType: 'text/plain', read }, (line) => told.push(line)))
  const response = await fetch(`${url}/metrics`)
  expect([response.status, await response.text()]).toEqual([
    500,
    'The metrics could not be read; see the log.\n',
  ])
  expect(told).toEqual(['the metrics could not be read: a gauge is broken'])
})

async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
