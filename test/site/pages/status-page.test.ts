import type { ShellJobState } from '@space-data/core/debris'
import { expect, test } from 'vitest'
import type { HealthFacts } from '../../../packages/core/src/site/status/health-facts.ts'
import { type FeedFacts, readStatus } from '../../../packages/core/src/site/status/report.ts'
import { statusPage } from '../../../packages/core/src/site/status/status-page.ts'
import { NOON, testContext } from '../../support/context.ts'
import { endpoints } from '../../support/table.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const nextRunAt = NOON + 15 * HOUR
const HOSTILE = `<img src=x onerror="alert(1)">'&`

async function emptyFacts(): Promise<HealthFacts> {
  return {
    now: NOON,
    report: (await readStatus(endpoints, testContext())).report,
    feeds: new Map(),
    shellJob: { job: null, running: null, nextRunAt },
    checks: [],
    isMirror: false,
    sourceNote: '',
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

const headline = (facts: HealthFacts) =>
  /<header class="hero (\w+)">.*?<h1>(.*?)<\/h1>\n<p>(.*?)[;.<]/s.exec(statusPage(facts, './').html)?.slice(1)

test('a fresh instance says that nothing is known yet, and when a check will follow', async () => {
  const { html } = statusPage(await emptyFacts(), './')
  expect(html).toContain('No feeds checked yet')
  expect(html).toContain('No full check yet. The first runs five minutes after')
  expect(html).toContain('Not run yet.')
  const content = html.replace(/<script>[\s\S]*<\/script>/, '')
  expect(content).not.toMatch(/What is wrong now|NaN|undefined|null|Infinity|\[object/)
})

test('only when every feed was checked lately are all systems called operational', async () => {
  const total = (await emptyFacts()).report.upstreams.length
  expect(await headline(await checkedFacts(NOON - HOUR))).toEqual([
    'operational',
    'All systems operational',
    `${total} of ${total} feeds checked lately`,
  ])
  const [state, text] = (await headline(await checkedFacts(NOON - 30 * HOUR))) ?? []
  expect([state, text]).toEqual(['unknown', 'No known problems'])
  // Fallbacks are only queried by the weekly check.
  const idle = await checkedFacts(NOON - HOUR, ({ fallback_of }) =>
    fallback_of ? { checked_at: new Date(NOON - 7 * DAY).toISOString() } : {},
  )
  expect(headline(idle)?.[0]).toBe('operational')
  const unasked = await checkedFacts(NOON - HOUR, ({ id }) =>
    id === 'swpc-kp-3h' ? { status: 'unknown', checked_at: null } : {},
  )
  expect(headline(unasked)).toEqual([
    'unknown',
    'No known problems',
    `${total - 1} of ${total} feeds checked lately`,
  ])
})

test.each([
  ['operational', 'Most data are unavailable'],
  ['down', 'No upstream can be reached'],
] as const)('with most feeds down the headline is red, also if one is %s', async (status, text) => {
  const facts = await checkedFacts(NOON, ({ id }) =>
    id === 'swpc-kp-1m' ? { status } : { status: 'down', error: 'connection failed' },
  )
  expect(headline({ ...facts, report: { ...facts.report, status: 'down' } })?.slice(0, 2)).toEqual([
    'down',
    text,
  ])
})

test('one failed feed of many unasked ones does not mean that no upstream can be reached', async () => {
  const facts = await emptyFacts()
  const upstreams = facts.report.upstreams.map((row) =>
    row.id === 'celestrak-group' ? { ...row, status: 'down' as const, error: 'connection failed' } : row,
  )
  const report = { ...facts.report, status: 'down' as const, upstreams }
  expect(headline({ ...facts, report })?.[1]).toBe('Every feed checked so far fails')
})

test('a failing feed comes first, with since when, for how long, and what is still served', async () => {
  const facts = await checkedFacts(NOON, ({ id }) =>
    id === 'donki-cme' ? { status: 'down', error: 'connection failed' } : {},
  )
  const page = (rest: Partial<FeedFacts>) =>
    statusPage(
      {
        ...facts,
        report: { ...facts.report, status: 'degraded' },
        feeds: new Map([['donki-cme', factsOf('cme', { failingSince: NOON - 3 * HOUR, ...rest })]]),
      },
      './',
    ).html
  const html = page({ reason: 'unreachable' })
  expect(html.indexOf('What is wrong now')).toBeLessThan(html.indexOf('By endpoint'))
  expect(html).toMatch(
    /<h3>Arrivals at Earth, Solar events<\/h3><p>NASA DONKI cannot be reached · for 3 h \(since <time datetime="2026-11-21T09:00:00.000Z">09:00 UTC<\/time>\)/,
  )
  expect(html).toContain(
    'Requests that need it get 503: <code>/v1/space-weather/arrivals</code>, <code>/v1/events/recent</code>.',
  )
  expect(page({ reason: 'http_500' })).toContain('responds with HTTP 500')
  expect(page({ usableUntil: NOON + HOUR })).toContain('served until 21 Nov 13:00 UTC at the latest')
})

test('feeds of one provider that fail in the same way are one problem, since the first of them', async () => {
  const facts = await checkedFacts(NOON, ({ provider }) =>
    provider === 'NOAA SWPC' ? { status: 'down', error: 'connection failed' } : {},
  )
  const since: Record<string, number> = { 'swpc-kp-1m': 2, 'swpc-xrays': 3 }
  const feeds = new Map(
    facts.report.upstreams.map(({ id }) => [
      id,
      factsOf(id, { reason: 'unreachable', failingSince: NOON - (since[id] ?? 1) * HOUR }),
    ]),
  )
  const report = { ...facts.report, status: 'degraded' as const }
  const [, problems = ''] = statusPage({ ...facts, report, feeds }, './').html.split('id="problems"')
  const list = problems.split('</section>')[0] ?? ''
  expect([...list.matchAll(/<h3>([^<]*)/g)].map(([, title]) => title)).toEqual([
    expect.stringMatching(/^NOAA SWPC: \d+ feeds$/),
  ])
  expect(list.match(/cannot be reached/g)).toHaveLength(1)
  for (const name of ['Planetary K index', 'Solar wind', 'X-rays', 'Protons'])
    expect(list).toMatch(new RegExp(`<strong>[^<]*${name}`))
})

test('a failing fallback is a problem of its own, and takes nothing away', async () => {
  const facts = await checkedFacts(NOON, ({ id }) =>
    id === 'swpc-kp-3h' ? { status: 'down', error: 'HTTP 500' } : {},
  )
  const report = { ...facts.report, status: 'degraded' as const }
  expect(headline({ ...facts, report })?.[1]).toBe('A fallback has a problem')
  expect(statusPage({ ...facts, report }, './').html).toContain(
    'the main feed works, and the fallback is idle',
  )
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
  expect(html).toContain('<title>21 Nov: 999 of 1,000 requests succeeded</title>')
  expect(html).toContain('<title>17 Nov: 90 of 100 requests succeeded</title>')
  const [row = ''] = /<li class="endpoint">.*?<\/li>/s.exec(html) ?? []
  expect(
    [...row.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, span, share]) => [span, share]),
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

test('webhooks are a line, with what waits for them', async () => {
  const facts = await emptyFacts()
  const page = (webhooks: HealthFacts['report']['webhooks']) =>
    statusPage({ ...facts, report: { ...facts.report, webhooks } }, './').html
  const none = { active: 0, disabled: 0, failing: 0, pending: 0, oldest_pending_at: null }
  expect(page(null)).not.toContain('<dt>Webhooks')
  expect(page(none)).toContain('None registered.')
  expect(page({ ...none, active: 3 })).toContain('3 active. No alert waits for delivery.')
  const oldest_pending_at = new Date(NOON - 4 * 60_000).toISOString()
  expect(page({ ...none, active: 3, disabled: 1, failing: 2, pending: 5, oldest_pending_at })).toMatch(
    /3 active, 2 failing, 1 disabled\. 5 alerts wait for delivery, the oldest for 4 min \(since /,
  )
})

test('a mirror says that its central instance checks the upstreams and computes the shells', async () => {
  const { html } = statusPage({ ...(await emptyFacts()), isMirror: true }, './')
  expect(html).toContain('its central instance checks the upstreams and computes the shells')
  expect(html).not.toMatch(/No full check yet|Not run yet/)
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
      shellJob: { job, running: null, nextRunAt },
    },
    './',
  )
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;')
})

const ENDED = { startedAt: NOON - HOUR, finishedAt: NOON, ok: true, error: null }

test('the nightly job is shown as succeeded, failed, stopped or interrupted', async () => {
  const facts = await emptyFacts()
  const pageOf = (job: ShellJobState) =>
    statusPage({ ...facts, shellJob: { job, running: null, nextRunAt } }, './').html
  expect(pageOf(ENDED)).toContain('</svg>Succeeded')
  const failed = pageOf({ ...ENDED, ok: false, error: 'the catalogue shrank' })
  expect(failed).toContain('The nightly computation failed: the catalogue shrank')
  expect(failed).toContain('No shells are published.')
  const stopped = pageOf({ ...ENDED, ok: null, error: 'the job was stopped' })
  expect(stopped).toContain('</svg>Stopped')
  expect(stopped).not.toContain('What is wrong now')
  expect(pageOf({ ...ENDED, finishedAt: null, ok: null })).toContain('</svg>Interrupted')
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
  expect(page.validMs).toBe(2_000)
})

test.each([
  [15 * HOUR, 15 * HOUR],
  [12_000, 12_000],
  [0, 2_000],
])('with the next run in %i ms the page could be kept for %i ms', async (inMs, validMs) => {
  const facts = await emptyFacts()
  const shellJob = { job: null, running: null, nextRunAt: NOON + inMs }
  expect(statusPage({ ...facts, shellJob }, './').validMs).toBe(validMs)
})

test('the banner spells out the sample note, and shows any other source note as it is', async () => {
  const facts = await emptyFacts()
  const banner = (sourceNote: string) =>
    /<p class="banner">([^<]*)</.exec(statusPage({ ...facts, sourceNote }, './').html)?.[1]
  expect(banner('')).toBeUndefined()
  expect(banner('(sample)')).toBe('Sample data from simulated providers')
  expect(banner('<staging>')).toBe('&lt;staging&gt;')
})
