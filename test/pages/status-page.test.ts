import type { ShellJobState } from '@space-data/core/debris'
import { describe, expect, test } from 'vitest'
import { showShellHealth } from '../../packages/core/src/features/debris/night/show-shell-health.ts'
import { endpointHealths } from '../../packages/core/src/features/status/endpoint-health.ts'
import type { HealthFacts } from '../../packages/core/src/features/status/health-facts.ts'
import { type FeedFacts, readStatus } from '../../packages/core/src/features/status/report.ts'
import { statusPage } from '../../packages/core/src/features/status/status-page.ts'
import { showWebhookHealth } from '../../packages/core/src/features/webhooks/show-webhook-health.ts'
import type { WebhookSummary } from '../../packages/core/src/features/webhooks/webhook.ts'
import { NOON, testContext } from '../support/context.ts'
import { endpoints } from '../support/table.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const nextRunAt = NOON + 15 * HOUR
const HOSTILE = `<img src=x onerror="alert(1)">'&`

async function emptyFacts(): Promise<HealthFacts> {
  return {
    now: NOON,
    report: (await readStatus(testContext())).report,
    feeds: new Map(),
    shown: [showShellHealth({ job: null, running: null, nextRunAt }, null, NOON)],
    checks: [],
    isMirror: false,
    sourceNote: '',
    offered: new Set(endpoints.map(({ path }) => path)),
    isStoreFailing: false,
  }
}

type Row = HealthFacts['report']['upstreams'][number]

/** The facts with every feed queried a while ago, and some rows changed. */
async function checkedFacts(
  checkedAt: number,
  change: (row: Row) => Partial<Row> = () => ({}),
): Promise<HealthFacts> {
  const facts = await emptyFacts()
  const at = new Date(checkedAt).toISOString()
  const good = { status: 'operational', checked_at: at, last_ok_at: at } as const
  const upstreams = facts.report.upstreams.map((row) => ({ ...row, ...good, ...change(row) }))
  return { ...facts, report: { ...facts.report, status: 'operational', upstreams } }
}

function factsOf(label: string, rest: Partial<FeedFacts> = {}): FeedFacts {
  return { label, failingSince: null, reason: null, usableUntil: null, days: [], hours: [], ...rest }
}

/** The page as its readers see it. */
const pageOf = (facts: HealthFacts) =>
  statusPage(facts, './')
    .html.replace(/<(style|script)>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, '')

const headline = (facts: HealthFacts) =>
  /<header class="hero (\w+)">.*?<h1>(.*?)<\/h1>/s.exec(statusPage(facts, './').html)?.slice(1)

test('a fresh instance says that nothing is known yet, and is loaded again without script', async () => {
  const text = pageOf(await emptyFacts())
  for (const words of ['No feeds checked yet', 'No full check yet', 'Not run yet'])
    expect(text).toContain(words)
  expect(text).not.toMatch(/Current problems|NaN|undefined|null|Infinity|\[object/)
  expect(statusPage(await emptyFacts(), './').html).toMatch(/<noscript><meta http-equiv="refresh"/)
})

const DOWN = { status: 'down', error: 'connection failed' } as const

type Change = (row: Row) => Partial<Row>
const everyOne: Change = () => DOWN
const only =
  (id: string, change: Partial<Row> = DOWN, others: Partial<Row> = {}): Change =>
  (row) =>
    row.id === id ? change : others
const UNKNOWN = { status: 'unknown', checked_at: null } as const
const WEEK_AGO = { checked_at: new Date(NOON - 7 * DAY).toISOString() }

describe('the headline', () => {
  test.each<[when: string, checkedHoursAgo: number, change: Change, state: string, text: string]>([
    ['every feed was checked lately', 1, () => ({}), 'operational', 'All systems operational'],
    ['no feed was', 30, () => ({}), 'unknown', 'No known problems'],
    ['one was never requested', 1, only('swpc-kp-3h', UNKNOWN), 'unknown', 'No known problems'],
    // Only the weekly check requests it.
    ['a fallback was, a week ago', 1, only('swpc-kp-3h', WEEK_AGO), 'operational', 'All systems operational'],
    ['all fail but one', 0, only('swpc-kp-1m', {}, DOWN), 'down', 'Most data are unavailable'],
    ['all fail', 0, everyOne, 'down', 'No upstream can be reached'],
    ['the only one asked fails', 0, only('gfz-kp', DOWN, UNKNOWN), 'down', 'Every feed checked so far fails'],
    ['a fallback fails', 0, only('swpc-kp-3h'), 'degraded', 'A fallback has a problem'],
    ['a feed fails', 0, only('donki-cme'), 'degraded', 'Some data are unavailable'],
  ])('when %s', async (_, hoursAgo, change, state, text) => {
    const facts = await checkedFacts(NOON - hoursAgo * HOUR, change)
    const status = state === 'unknown' ? 'operational' : (state as Row['status'])
    expect(headline({ ...facts, report: { ...facts.report, status } })).toEqual([state, text])
  })

  test('when a fallback serves what a failing feed would', async () => {
    const facts = await checkedFacts(NOON, only('swpc-kp-1m'))
    const feeds = new Map([['swpc-kp-1m', factsOf('kp', { failingSince: NOON - HOUR })]])
    const degraded = { ...facts, report: { ...facts.report, status: 'degraded' as const }, feeds }
    expect(headline(degraded)).toEqual(['degraded', 'All data are served, some by fallbacks'])
    expect(pageOf(degraded)).toContain('primary down; 1 fallback in use')
  })
})

test('a failing feed comes first, with since when, for how long, and what is still served', async () => {
  const facts = await checkedFacts(NOON, only('donki-cme'))
  const page = (rest: Partial<FeedFacts>) => {
    const feeds = new Map([['donki-cme', factsOf('cme', { failingSince: NOON - 3 * HOUR, ...rest })]])
    return pageOf({ ...facts, report: { ...facts.report, status: 'degraded' }, feeds })
  }
  const text = page({ reason: 'unreachable' })
  expect(text.indexOf('Current problems')).toBeLessThan(text.indexOf('By provider'))
  expect(text).toContain('NASA DONKI cannot be reached · for 3 h (since 09:00 UTC)')
  expect(text).toContain('503: /v1/space-weather/arrivals, /v1/events/recent.')
  expect(page({ reason: 'http_500' })).toContain('HTTP 500')
  expect(page({ usableUntil: NOON + HOUR })).toContain('served until 21 Nov 13:00 UTC')
})

test('feeds of one provider that fail in the same way are one problem, since the first of them', async () => {
  const facts = await checkedFacts(NOON, ({ provider }) => (provider === 'NOAA SWPC' ? DOWN : {}))
  const since: Record<string, number> = { 'swpc-kp-1m': 2, 'swpc-proton-primary': 3 }
  const feeds = new Map(
    facts.report.upstreams.map(({ id }) => [
      id,
      factsOf(id, { reason: 'unreachable', failingSince: NOON - (since[id] ?? 1) * HOUR }),
    ]),
  )
  const report = { ...facts.report, status: 'degraded' as const }
  const problems = pageOf({ ...facts, report, feeds }).split('By provider')[0] ?? ''
  expect(problems).toMatch(/NOAA SWPC: \d+ feeds.*for 3 h/s)
  expect(problems.match(/cannot be reached/g)).toHaveLength(1)
  for (const name of ['Planetary K index', 'Solar wind', 'X-rays', 'Protons'])
    expect(problems).toContain(name)
})

test('days and figures: a request that a fallback answered is not lost', async () => {
  const facts = await checkedFacts(NOON)
  const days = (good: number, failed: number) => [{ day: '2026-11-21', good, failed }]
  const before = { day: '2026-11-17', good: 90, failed: 10 }
  const feeds = new Map([
    [
      'swpc-kp-1m',
      factsOf('kp', {
        days: [before, ...days(998, 2)],
        hours: [
          { hour: '2026-11-20T12', good: 0, failed: 9 },
          { hour: '2026-11-20T13', good: 3, failed: 1 },
        ],
      }),
    ],
    ['swpc-kp-3h', factsOf('kp 3h', { days: days(1, 0) })],
  ])
  const { html } = statusPage({ ...facts, feeds }, './')
  expect(html).toContain('21 Nov: 999 of 1,000 requests succeeded')
  expect(html).toContain('17 Nov: 90 of 100 requests succeeded')
  const [row = ''] = /<li class="endpoint">.*?<\/li>/s.exec(html) ?? []
  expect(
    [...row.matchAll(/<small>([^<]*)<\/small> ([^<]*)<\/span>/g)].map(([, span, share]) => [span, share]),
  ).toEqual([
    ['24 h', '75.0 %'],
    ['7 days', '99.0 %'],
    // Nothing was counted before the last 7 days.
    ['90 days', '–'],
  ])
  expect(row).toContain('all requests succeeded on 0, some failed on 2, all failed on 0, no requests on 88')
  expect(html).toContain('Counted since 17 Nov.')
  // One of a thousand is no incident, ten of a hundred are.
  expect(html).toMatch(/<time datetime="2026-11-17">17 Nov<\/time> <strong>Planetary K index<\/strong>/)
  expect(html).not.toContain('<time datetime="2026-11-21">')
})

test('incidents: consecutive days are one, and checks tell of the year before the counts', async () => {
  const facts = await checkedFacts(NOON)
  const bad = (day: string) => ({ day, good: 0, failed: 4 })
  const feeds = new Map([
    ['launch-library-upcoming', factsOf('launches', { days: [bad('2026-11-18'), bad('2026-11-19')] })],
  ])
  const check = (at: string, status: 'down' | 'operational') => ({
    startedAt: Date.parse(at),
    finishedAt: Date.parse(at),
    upstreams: [{ id: 'launch-library-upcoming', status }],
  })
  const checks = [check('2026-03-01T12:00:00Z', 'down'), check('2026-03-08T12:00:00Z', 'operational')]
  const { html } = statusPage({ ...facts, feeds, checks: checks as unknown as HealthFacts['checks'] }, './')
  const incidents = [...html.matchAll(/<li><time datetime="([^"]*)">([^<]*)</g)].map(([, , text]) => text)
  expect(incidents).toEqual(['18 Nov – 19 Nov (2 days)', '1 Mar'])
})

test('endpoints are folded under their provider, and unfolded if one of them fails', async () => {
  const page = async (change: Change) =>
    [
      ...statusPage(await checkedFacts(NOON, change), './').html.matchAll(
        /<details id="provider-\d+"( open)?>.*?<h3>([^<]*)<\/h3><span class="sub">([^<]*)</gs,
      ),
    ].map(([, open, ...words]) => [...words, open !== undefined])
  const well = await page(() => ({}))
  expect(well).toContainEqual(['GFZ Potsdam', '1 endpoint operational', false])
  expect(well.filter(([, , isOpen]) => isOpen)).toEqual([])
  const failing = await page(only('gfz-kp'))
  expect(failing.filter(([, , isOpen]) => isOpen)).toEqual([['GFZ Potsdam', '1 endpoint down', true]])
  expect(await page(only('donki-cme'))).toContainEqual(['NASA DONKI', '2 endpoints degraded', true])
})

test('every endpoint has a name of its own, in one style, without a licence', async () => {
  const facts = await emptyFacts()
  const labels = (await readStatus(testContext())).feeds
  const names = endpointHealths({ ...facts, feeds: labels }).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[A-Z0-9][^(]*$/.test(name))).toEqual([])
})

test('webhooks are a line, with what waits for them', async () => {
  const facts = await emptyFacts()
  const page = (totals: WebhookSummary) => pageOf({ ...facts, shown: [showWebhookHealth(totals, NOON)] })
  const none = { active: 0, disabled: 0, failing: 0, pending: 0, oldestPendingAt: null }
  expect(pageOf(facts)).not.toContain('Webhooks')
  expect(page(none)).toContain('None registered')
  const oldestPendingAt = new Date(NOON - 4 * 60_000).toISOString()
  expect(page({ ...none, active: 3, disabled: 1, failing: 2, pending: 5, oldestPendingAt })).toMatch(
    /3 active, 2 failing, 1 disabled\. 5 alerts wait.* 4 min /,
  )
})

test('a mirror says that its central instance checks the upstreams and computes the shells', async () => {
  const text = pageOf({ ...(await emptyFacts()), shown: [], isMirror: true })
  expect(text).toContain('central instance checks')
  expect(text).not.toMatch(/No full check yet|Not run yet/)
})

test('hostile labels and errors are escaped', async () => {
  const facts = await emptyFacts()
  const [row, ...rows] = facts.report.upstreams
  const hostile = { ...row!, id: HOSTILE, provider: HOSTILE, status: 'down' as const, error: HOSTILE }
  const job = { ...ENDED, ok: false, error: HOSTILE }
  const { html } = statusPage(
    {
      ...facts,
      report: { ...facts.report, upstreams: [hostile, ...rows] },
      feeds: new Map([[HOSTILE, factsOf(HOSTILE, { failingSince: NOON - HOUR })]]),
      shown: [showShellHealth({ job, running: null, nextRunAt }, null, NOON)],
    },
    './',
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;')
})

const ENDED = { startedAt: NOON - HOUR, finishedAt: NOON, ok: true, error: null }

test('the nightly job is shown as succeeded, failed, stopped, interrupted or under way', async () => {
  const facts = await emptyFacts()
  const withJob = (job: ShellJobState) =>
    pageOf({ ...facts, shown: [showShellHealth({ job, running: null, nextRunAt }, null, NOON)] })
  expect(withJob(ENDED)).toContain('Succeeded')
  expect(withJob({ ...ENDED, ok: false, error: 'the catalogue shrank' })).toMatch(
    /Current problems.*the catalogue shrank.*No shells are published/s,
  )
  const stopped = withJob({ ...ENDED, ok: null, error: 'the job was stopped' })
  expect(stopped).toContain('Stopped')
  expect(stopped).not.toContain('Current problems')
  const job = { ...ENDED, finishedAt: null, ok: null }
  expect(withJob(job)).toContain('Interrupted')
  const running = {
    instanceName: 'process 1',
    since: '',
    step: 'shells',
    share: 0.409,
    remainingMs: 5,
  } as const
  const underWay = { ...facts, shown: [showShellHealth({ job, running, nextRunAt }, null, NOON)] }
  expect(pageOf(underWay)).toContain('computing, 40 %')
  expect(statusPage(underWay, './').validMs).toBe(2_000)
})

test.each([
  [15 * HOUR, 15 * HOUR],
  [12_000, 12_000],
  [0, 2_000],
])('with the next run in %i ms the page could be kept for %i ms', async (inMs, validMs) => {
  const facts = await emptyFacts()
  const shown = [showShellHealth({ job: null, running: null, nextRunAt: NOON + inMs }, null, NOON)]
  expect(statusPage({ ...facts, shown }, './').validMs).toBe(validMs)
})

test('the banner spells out the sample note, and shows any other source note as it is', async () => {
  const facts = await emptyFacts()
  const banner = (sourceNote: string) =>
    /<p class="banner">([^<]*)</.exec(statusPage({ ...facts, sourceNote }, './').html)?.[1]
  expect(banner('')).toBeUndefined()
  expect(banner('(sample)')).toBe('Sample data from simulated providers')
  expect(banner('<staging>')).toBe('&lt;staging&gt;')
})
