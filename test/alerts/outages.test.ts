import { expect, test } from 'vitest'
import { detectAlerts } from '../../packages/core/src/alerts/watches/detect-alerts.ts'
import type { Context } from '../../packages/core/src/kit/context.ts'
import { memory } from '../../packages/core/src/storage/memory/index.ts'
import { kpRow, magRow, protonRow, threeHourRow, xrayRow } from '../fixtures/swpc.ts'
import { type TestContext, testContext, withEnvironment } from '../support/context.ts'
import { endpoints } from '../support/table.ts'
import { hour, minute } from './support.ts'

const START = Date.parse('2026-07-30T13:00:00Z')
/** How often alerts are looked for: every minute is read all the same. */
const STEP_MS = 5 * minute
const stamp = (at: number) => new Date(at).toISOString().slice(0, 19)

/** A value that goes through peaks: a rise of ten minutes, and a decay of forty. */
function curve(base: number, peaks: readonly (readonly [at: string, value: number])[]) {
  const tops = peaks.map(([time, value]) => [Date.parse(`2026-07-30T${time}:00Z`), value] as const)
  return (at: number) => {
    const bumps = tops.map(([top, value]) => {
      const [since, lasts] = at < top ? [top - at, 10 * minute] : [at - top, 40 * minute]
      return (value - base) * Math.max(0, 1 - since / lasts)
    })
    return base + Math.max(0, ...bumps)
  }
}

// The M1.9 of 30 July 2026 peaked at 17:00, with 1.904e-5 W/m² in that minute.
const flux = curve(2e-6, [
  ['13:30', 6.1e-5],
  ['17:00', 1.904e-5],
])
const protons = curve(2, [['16:40', 206.9]])
const south = curve(0, [['16:50', 28]])
const bz = (at: number) => 3 - south(at)
const kp = curve(2, [['16:45', 6.33]])

const rows = <Row>(now: number, stepMs: number, spanMs: number, toRow: (time: string, at: number) => Row) =>
  Array.from({ length: spanMs / stepMs }, (_, i) => {
    const at = Math.floor(now / stepMs) * stepMs - i * stepMs
    return toRow(stamp(at), at)
  })

const third = (value: number) => Math.round(3 * value) / 3
/** The index of a window: here the highest of its minutes. */
const indexFrom = (start: number) =>
  Math.max(...Array.from({ length: 180 }, (_, i) => third(kp(start + i * minute))))

const FEEDS: Readonly<Record<string, (now: number) => unknown[]>> = {
  '/json/planetary_k_index_1m.json': (now) =>
    rows(now, minute, 6 * hour, (time, at) => kpRow(time, third(kp(at)))),
  '/products/noaa-planetary-k-index.json': (now) =>
    rows(now - 3 * hour - 5 * minute, 3 * hour, 48 * hour, (time, at) => threeHourRow(time, indexFrom(at))),
  '/json/rtsw/rtsw_mag_1m.json': (now) =>
    rows(now, minute, 6 * hour, (time, at) => magRow(time, { bz_gsm: bz(at), bt: 30 })),
  '/json/goes/primary/xrays-6-hour.json': (now) =>
    rows(now, minute, 6 * hour, (time, at) => xrayRow(time, flux(at))),
  '/json/goes/primary/integral-protons-6-hour.json': (now) =>
    rows(now, 5 * minute, 6 * hour, (time, at) => protonRow(time, protons(at))),
}

/** A feed that is away between two times of the day. */
type Outage = readonly [feed: RegExp, from: string, to: string]

const isAway = (outages: readonly Outage[], path: string, at: number) =>
  outages.some(([feed, from, to]) => {
    const [start, end] = [from, to].map((time) => Date.parse(`2026-07-30T${time}:00Z`))
    return feed.test(path) && at >= (start ?? 0) && at < (end ?? 0)
  })

/** Looks for alerts from 13:00 to 19:00, in as many processes on one store. */
async function told(outages: readonly Outage[], processes = 1) {
  const [time, backend] = [{ at: START }, memory()]
  const withFeeds = (context: TestContext): Context =>
    withEnvironment(context, {
      settings: { operatorReceivers: [{ url: 'https://receiver.test/', types: ['*'] }] },
      fetch: async (input) => {
        const { pathname } = new URL(String(input))
        const feed = FEEDS[pathname]
        if (!feed || isAway(outages, pathname, time.at)) return new Response('', { status: 503 })
        return Response.json(feed(time.at))
      },
    })
  const contexts = Array.from({ length: processes }, () => withFeeds(testContext({ backend, time })))
  for (; time.at <= START + 6 * hour; time.at += STEP_MS)
    await Promise.all(contexts.map((context) => detectAlerts(endpoints, context)))
  const [context] = contexts
  const alerts = (await context?.alerts.log.read(0, 1_000)) ?? []
  return alerts
    .filter(({ type }) => /^(solar|geomagnetic)/.test(type))
    .map(({ type, timestamp, data }) => {
      const about = [data['phase'], data['level'], data['peak_class'] ?? data['peak_scale']]
      return [timestamp.slice(11, 16), type, ...about].filter(Boolean).join(' ')
    })
    .sort()
}

const whole = told([])

test('a feed that is away for an hour or two delays the alerts of its rows, and changes none', async () => {
  const alerts = await whole
  for (const type of ['geomagnetic.storm', 'solar.radiation_storm', 'solar_wind.bz_south'])
    expect(alerts.join('\n')).toContain(type)
  expect(alerts.filter((each) => each.includes('solar.flare'))).toEqual([
    '13:22 solar.flare started M1 M1.3',
    '13:29 solar.flare raised M5 M5.5',
    '13:50 solar.flare ended M5 M6.1',
    '16:55 solar.flare started M1 M1.0',
    '17:20 solar.flare ended M1 M1.9',
  ])
  // The outages of the review: the flare was told as M1.6, or not at all.
  for (const to of ['17:25', '18:10'])
    expect(await told([[/xrays|protons|rtsw|geospace|summary/, '16:20', to]])).toEqual(alerts)
}, 120_000)

test('two processes tell each alert once, whichever feed is away', async () => {
  expect(await told([[/xrays|protons|rtsw|geospace|summary/, '16:20', '17:25']], 2)).toEqual(await whole)
}, 120_000)

test('while the minutes of Kp are away, the index of a window is told at its end, and only once', async () => {
  const storms = async (alerts: Promise<string[]>) =>
    (await alerts).filter((each) => each.includes('geomagnetic'))
  const expected = ['16:41 geomagnetic.storm_started G1', '16:44 geomagnetic.storm_raised G2']
  expect(await storms(whole)).toEqual(expected)
  // The index of 15 to 18 h is published at 18:05; the minutes come back at 18:30, and are of the same storm.
  const late = told([[/k_index_1m/, '16:00', '18:30']])
  expect(await storms(late)).toEqual(['18:00 geomagnetic.storm_started G2'])
  expect(await storms(told([[/k_index_1m/, '16:00', '17:30']]))).toEqual(expected)
}, 120_000)
