import type { ShellJobState } from '@space-data/core'
import { expect, test } from 'vitest'
import { defaultGrid, shellCount } from '../../packages/core/src/orbit/shell-grid.ts'
import type { Debris, StatusFacts, Weather } from '../../packages/core/src/pages/status-facts.ts'
import { statusPage } from '../../packages/core/src/pages/status-page.ts'
import { statusReport } from '../../packages/core/src/status/report.ts'
import { SERIES } from '../../packages/core/src/store/repositories/readings.ts'
import { summarize } from '../../packages/core/src/webhooks/summarize.ts'
import { NOON, testContext } from '../support/context.ts'
import { testService } from '../support/service.ts'
import { endpoints } from '../support/table.ts'

const HOUR = 3_600_000
const nextRunAt = NOON + 15 * HOUR
const HOSTILE = `<img src=x onerror="alert(1)">'&`

async function emptyFacts(): Promise<StatusFacts> {
  return {
    now: NOON,
    report: await statusReport(endpoints, testContext(), summarize),
    feeds: new Map(),
    shellJob: { job: null, running: null, nextRunAt },
    isMirror: false,
    debris: null,
    weather: Object.fromEntries(SERIES.map((id) => [id, { now: null, day: [] }])) as unknown as Weather,
    grid: defaultGrid,
    sourceNote: '',
    isStoreFailing: false,
  }
}

test('a fresh instance says that nothing is known yet, and when data will follow', async () => {
  const { html } = statusPage(await emptyFacts(), './')
  expect(html).toContain('No feeds checked yet')
  expect(html).toContain('<strong>No shells yet.</strong>')
  expect(html).toMatch(/The next run starts <time [^>]*>in 15 h, 22 Nov 03:00 UTC<\/time>\./)
  expect(html).toContain(
    'Computed nightly at 03:17 UTC and shortly after first start. To compute now, run <code>space-data shell run</code>.',
  )
  expect(html.match(/No data yet\. Reload in a minute\./g)).toHaveLength(5)
  expect(html).not.toMatch(/NaN|undefined|null|Infinity|\[object/)
})

test('a card whose feed failed links to the feeds, and the others say to reload', async () => {
  const facts = await emptyFacts()
  const upstreams = facts.report.upstreams.map((row) =>
    row.id === 'swpc-kp-1m' ? { ...row, status: 'down' as const, error: 'HTTP 503' } : row,
  )
  const { html } = statusPage({ ...facts, report: { ...facts.report, upstreams } }, './')
  expect(html.match(/No data: the last request failed, see <a href="#feeds">/g)).toHaveLength(1)
  expect(html.match(/No data yet\. Reload in a minute\./g)).toHaveLength(4)
})

test('webhooks are shown where there are some, with what waits for them', async () => {
  const facts = await emptyFacts()
  const page = (webhooks: StatusFacts['report']['webhooks']) =>
    statusPage({ ...facts, report: { ...facts.report, webhooks } }, './').html
  const none = { active: 0, disabled: 0, failing: 0, pending: 0, oldest_pending_at: null }
  expect(page(null)).not.toContain('Webhooks')
  expect(page(none)).not.toContain('Webhooks')
  expect(page({ ...none, active: 3 })).toContain('No alert waits for delivery.')
  const oldest_pending_at = new Date(NOON - 4 * 60_000).toISOString()
  expect(page({ ...none, active: 3, disabled: 1, failing: 2, pending: 5, oldest_pending_at })).toMatch(
    /<h2 id="webhooks">Webhooks<\/h2>\n<p class="intro">5 alerts wait for delivery, the oldest for 4 min \(since .*\)\.<\/p>\n<dl class="facts"><div><dt>Active<\/dt><dd>3<\/dd><\/div><div><dt>Failing<\/dt><dd>2<\/dd><\/div><div><dt>Disabled<\/dt><dd>1<\/dd>/,
  )
})

test('the banner spells out the sample note, and shows any other source note as it is', async () => {
  const facts = await emptyFacts()
  const banner = (sourceNote: string) =>
    /<p class="banner">([^<]*)</.exec(statusPage({ ...facts, sourceNote }, './').html)?.[1]
  expect(banner('')).toBeUndefined()
  expect(banner('(sample)')).toBe('Sample data from simulated providers')
  expect(banner('<staging>')).toBe('&lt;staging&gt;')
})

test('every feed has a unique name with its state below it', async () => {
  const { text } = await (await testService()).ask('GET', '/status', { accept: 'text/html' })
  const names = [...text.matchAll(/<h4>([^<]*)<\/h4><p class="sub">/g)].map(([, name]) => name)
  const { report } = await emptyFacts()
  expect(names).toHaveLength(report.upstreams.length)
  expect(new Set(names).size).toBe(names.length)
})

test('a mirror says that its central instance checks the upstreams and computes the shells', async () => {
  const { html } = statusPage({ ...(await emptyFacts()), isMirror: true }, './')
  expect(html).toContain('its central instance checks the upstreams and computes the shells')
  expect(html).not.toMatch(/No full check yet|No shells yet|shell run/)
})

test('hostile labels and errors are escaped', async () => {
  const facts = await emptyFacts()
  const [row, ...rows] = facts.report.upstreams
  const hostile = { ...row!, id: HOSTILE, provider: HOSTILE, status: 'down' as const, error: HOSTILE }
  const { html } = statusPage(
    {
      ...facts,
      report: { ...facts.report, upstreams: [hostile, ...rows] },
      feeds: new Map([[HOSTILE, { label: HOSTILE, failingSince: NOON - HOUR, days: [] }]]),
      shellJob: { job: { ...ENDED, ok: false, error: HOSTILE }, running: null, nextRunAt },
    },
    './',
  )
  expect(html).not.toContain('<img')
  expect(html.match(/&lt;img src=x onerror=&quot;alert\(1\)&quot;&gt;&#39;&amp;/g)?.length).toBe(5)
})

test('a failing feed shows its error and since when it fails', async () => {
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
  expect(html).toMatch(
    /HTTP 503.*for 3 h \(since <time datetime="2026-11-21T09:00:00.000Z">09:00 UTC<\/time>\)/,
  )
})

const ENDED = { startedAt: NOON - HOUR, finishedAt: NOON, ok: true, error: null }

test('the nightly job is shown as succeeded, failed, stopped or interrupted', async () => {
  const facts = await emptyFacts()
  const pageOf = (job: ShellJobState) =>
    statusPage({ ...facts, shellJob: { job, running: null, nextRunAt } }, './').html
  expect(pageOf(ENDED)).toContain('</svg>succeeded')
  const failed = pageOf({ ...ENDED, ok: false, error: 'the catalogue shrank' })
  expect(failed).toContain('the nightly shell job failed')
  expect(failed).toContain('the catalogue shrank')
  const stopped = pageOf({ ...ENDED, ok: null, error: 'the job was stopped' })
  expect(stopped).toContain('</svg>stopped')
  expect(stopped).not.toContain('job failed')
  expect(pageOf({ ...ENDED, finishedAt: null, ok: null })).toContain('</svg>interrupted')
})

test('a run under way is shown with its progress, and the page is then valid for 2 s', async () => {
  const facts = await emptyFacts()
  const job = { ...ENDED, finishedAt: null, ok: null }
  const running = {
    instanceName: 'process 1',
    since: '',
    step: 'shells',
    share: 0.409,
    remainingMs: 5_000,
  } as const
  const page = statusPage({ ...facts, shellJob: { job, running, nextRunAt } }, './')
  expect(page.html).toContain('</svg>computing, 40 %')
  expect(page.html).toContain('No shells yet: computing, 40 %.')
  expect(page.html).not.toContain('No shells yet.')
  expect(page.validMs).toBe(2_000)
  const pulling = { ...running, step: 'catalogue', share: 0 } as const
  const { html } = statusPage({ ...facts, shellJob: { job, running: pulling, nextRunAt } }, './')
  expect(html).toContain('</svg>fetching the catalogue, 0 %')
})

test.each([
  [15 * HOUR, 30_000],
  [12_000, 12_000],
  [0, 2_000],
])('with the next run in %i ms the page is valid for %i ms', async (inMs, validMs) => {
  const facts = await emptyFacts()
  const shellJob = { job: null, running: null, nextRunAt: NOON + inMs }
  expect(statusPage({ ...facts, shellJob }, './').validMs).toBe(validMs)
})

test.each([
  ['operational', 'Most data are unavailable'],
  ['down', 'No upstream can be reached'],
] as const)(
  'with most feeds down the headline is red and says so, also if one is %s',
  async (state, headline) => {
    const facts = await emptyFacts()
    const upstreams = facts.report.upstreams.map((row, i) => ({
      ...row,
      status: i === 0 ? state : ('down' as const),
    }))
    const { html } = statusPage({ ...facts, report: { ...facts.report, status: 'down', upstreams } }, './')
    expect(html).toContain('<header class="hero down">')
    expect(html).toContain(`<h1>${headline}</h1>`)
  },
)

test('a value that is hours old is highlighted and, if its feed failed, links to the feeds', async () => {
  const facts = await emptyFacts()
  const shown = (at: number, error: string | null) => {
    const upstreams = facts.report.upstreams.map((row) => (row.id === 'swpc-kp-1m' ? { ...row, error } : row))
    const weather = { ...facts.weather, kp: { now: { at, value: 5.33 }, day: [] } }
    const { html } = statusPage({ ...facts, report: { ...facts.report, upstreams }, weather }, './')
    return /<h3>Planetary K index<\/h3>.*?<p class="(when[^"]*)">(.*?)<\/p><\/article>/s.exec(html)?.slice(1)
  }
  const [old, why] = shown(NOON - 10 * HOUR, 'HTTP 503') ?? []
  expect(old).toBe('when late')
  expect(why).toMatch(/10 h ago.*the last request failed, see <a href="#feeds">/)
  expect(shown(NOON - 10 * HOUR, null)?.join()).toMatch(/^when late,(?!.*failed)/)
  expect(shown(NOON - HOUR, 'HTTP 503')?.join()).toMatch(/^when,(?!.*failed)/)
})

test('values have their NOAA scale, their unit, and their age and time', async () => {
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
  expect(html).toContain('5.82×10⁻⁴ W/m²')
  expect(html).toContain('<strong>R3</strong> strong')
  expect(html).toContain('<time datetime="2026-11-21T11:48:00.000Z">12 min ago, 21 Nov 11:48 UTC</time>')
})

test('low and high name the time that the readings cover', async () => {
  const facts = await emptyFacts()
  const day = [6 * HOUR, HOUR].map((before, i) => ({ at: NOON - before, value: i + 1 }))
  const { html } = statusPage({ ...facts, weather: { ...facts.weather, kp: { now: day[1]!, day } } }, './')
  expect(html).toContain('<dt>6 h low</dt><dd>1.00</dd></div><div><dt>high</dt><dd>2.00</dd>')
  expect(html).toContain('Planetary K index, last 6 h: between 1.00 and 2.00')
})

test('the shell map labels both axes, and counts have thousands separators', async () => {
  const facts = await emptyFacts()
  const page = (objectsTotal: number) => statusPage({ ...facts, debris: debrisOf(objectsTotal) }, './').html
  const html = page(2_301)
  for (const name of ['90° N', '45° N', '0°', '45° S', '90° S', '180° W', '90° W', '90° E', '180° E'])
    expect(html).toContain(`<span>${name}</span>`)
  expect(html).toContain('highest near 42.5° S')
  expect(html).toContain('29,377 propagated')
  expect(html).toContain('2,301 objects on average')
  expect(page(99.96)).toContain('>100 objects on average')
  expect(page(23.44)).toContain('>23.4 objects on average')
})

/** A shell with one bin that is not empty. */
function debrisOf(objectsTotal: number): Debris {
  const bin = { latitude_deg: -42.5, longitude_deg: 2.5, density_per_km3: 1e-6 }
  return {
    run: {
      grid: defaultGrid,
      source: 'CelesTrak',
      method: 'SGP4',
      t0: NOON,
      counts: { used: 29_377, stale: 1_234 },
    },
    shell: 40,
    density: { objects_total: objectsTotal, mean_density_per_km3: 1e-8, bins: [bin] },
    profile: Array.from({ length: shellCount(defaultGrid) }, () => 1e-9),
  } as unknown as Debris
}
