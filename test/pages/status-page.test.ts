import { expect, test } from 'vitest'
import { statusReport } from '../../packages/core/src/describe/status-report.ts'
import { defaultGrid } from '../../packages/core/src/orbit/shell-grid.ts'
import type { StatusFacts, Weather } from '../../packages/core/src/pages/status-facts.ts'
import { statusPage } from '../../packages/core/src/pages/status-page.ts'
import { SERIES } from '../../packages/core/src/store/readings.ts'
import { NOON, testContext } from '../support/context.ts'
import { endpoints } from '../support/table.ts'

const HOUR = 3_600_000
const HOSTILE = `<img src=x onerror="alert(1)">'&`

async function emptyFacts(): Promise<StatusFacts> {
  return {
    now: NOON,
    report: await statusReport(endpoints, testContext()),
    feeds: new Map(),
    job: null,
    nextRunAt: NOON + 15 * HOUR,
    isMirror: false,
    debris: null,
    weather: Object.fromEntries(SERIES.map((id) => [id, { now: null, day: [] }])) as unknown as Weather,
    grid: defaultGrid,
  }
}

test('with nothing known it says so, and what will fill it', async () => {
  const { html } = statusPage(await emptyFacts(), './')
  expect(html).toContain('Nothing has been asked yet')
  expect(html).toContain('No shells have been published yet')
  expect(html).toContain('03:17 UTC')
  expect(html).toContain('space-data shell run')
  expect(html.match(/Nothing fetched yet: the first look/g)).toHaveLength(5)
  expect(html).not.toMatch(/NaN|undefined|null|Infinity|\[object/)
})

test('a mirror says whose work the verification and the shells are', async () => {
  const { html } = statusPage({ ...(await emptyFacts()), isMirror: true }, './')
  expect(html).toContain('its central instance verifies the upstreams and counts the shells')
  expect(html).not.toMatch(/Never verified|No shells have been published|shell run/)
})

test('hostile words of labels and errors stay words', async () => {
  const facts = await emptyFacts()
  const [row, ...rows] = facts.report.upstreams
  const hostile = { ...row!, id: HOSTILE, provider: HOSTILE, status: 'down' as const, error: HOSTILE }
  const { html } = statusPage(
    {
      ...facts,
      report: { ...facts.report, upstreams: [hostile, ...rows] },
      feeds: new Map([[HOSTILE, { label: HOSTILE, failingSince: NOON - HOUR, days: [] }]]),
      job: { started_at: NOON - HOUR, finished_at: NOON, ok: false, error: HOSTILE },
    },
    './',
  )
  expect(html).not.toContain('<img')
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&#39;&amp;/g)?.length).toBe(5)
})

test('a feed that is down tells what is wrong and since when, in words and as an instant', async () => {
  const facts = await emptyFacts()
  const upstreams = facts.report.upstreams.map((row) =>
    row.id === 'donki-cme' ? { ...row, status: 'down' as const, error: 'HTTP 503' } : row,
  )
  const { html } = statusPage(
    {
      ...facts,
      report: { ...facts.report, status: 'degraded', upstreams },
      feeds: new Map([['donki-cme', { label: 'cme', failingSince: NOON - 3 * HOUR, days: [] }]]),
    },
    './',
  )
  expect(html).toContain('Some data are late or missing')
  expect(html).toMatch(/HTTP 503.*since <time datetime="2026-11-21T09:00:00.000Z">3 h ago, 21 Nov 09:00 UTC/)
})

test('the job that failed, and one that is under way', async () => {
  const facts = await emptyFacts()
  const job = { started_at: NOON - HOUR, finished_at: NOON, ok: false, error: 'the catalogue shrank' }
  const failed = statusPage({ ...facts, job }, './').html
  expect(failed).toContain('the nightly shell job failed')
  expect(failed).toContain('the catalogue shrank')
  const begun = { started_at: NOON - HOUR, finished_at: null, ok: null, error: null }
  expect(statusPage({ ...facts, job: begun }, './').html).toContain('under way')
})

test('values have their scale, their unit, and both times', async () => {
  const facts = await emptyFacts()
  const at = NOON - 12 * 60_000
  const weather = {
    ...facts.weather,
    kp: { now: { at, value: 5.33 }, day: [{ at, value: 5.33 }] },
    bz_gsm_nt: { now: { at, value: -7.44 }, day: [] },
    xray_flux_w_m2: { now: { at, value: 5.82e-4 }, day: [] },
  }
  const { html } = statusPage({ ...facts, weather }, './')
  expect(html).toContain('<strong>5.33</strong>')
  expect(html).toContain('<strong>G1</strong> minor')
  expect(html).toContain('<strong>−7.4</strong>')
  expect(html).toContain('southward')
  expect(html).toContain('<strong>X5.8</strong>')
  expect(html).toContain('5.8×10⁻⁴ W/m²')
  expect(html).toContain('<strong>R3</strong> strong')
  expect(html).toContain('<time datetime="2026-11-21T11:48:00.000Z">12 min ago, 21 Nov 11:48 UTC</time>')
})
