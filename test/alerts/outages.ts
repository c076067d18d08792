import { detectAlerts } from '../../packages/core/src/features/alerts/watches/detect-alerts.ts'
import { memory } from '../../packages/core/src/kernel/storage/memory/index.ts'
import { kpRow, magRow, protonRow, threeHourRow, xrayRow } from '../fixtures/swpc.ts'
import type { InstanceContext } from '../support/context.ts'
import { type TestContext, testContext, withEnvironment } from '../support/context.ts'
import { hour, minute } from './support.ts'

const START = Date.parse('2026-07-30T13:00:00Z')
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

/** All feeds but those of the K index. */
export const ALL_BUT_KP = /xrays|protons|rtsw|geospace|summary/

export const FLARES = [
  '13:22 solar.flare started M1 M1.3',
  '13:29 solar.flare raised M5 M5.5',
  '13:50 solar.flare ended M5 M6.1',
  '16:55 solar.flare started M1 M1.0',
  '17:20 solar.flare ended M1 M1.9',
]

/** Looks for alerts from 13:00 to 19:00 every `stepMs`, in several processes on one store. */
export async function told(outages: readonly Outage[], stepMs: number, processes = 1): Promise<string[]> {
  const [time, backend] = [{ at: START }, memory()]
  const withFeeds = (context: TestContext): InstanceContext =>
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
  for (; time.at <= START + 6 * hour; time.at += stepMs)
    await Promise.all(contexts.map((context) => detectAlerts(context)))
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
