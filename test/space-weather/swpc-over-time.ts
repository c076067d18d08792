import { gfzKp } from '../fixtures/gfz.ts'
import {
  dailySolar,
  electronRow,
  fluxRow,
  kpRow,
  magRow,
  outlook27,
  propagated,
  protonRow,
  threeDayForecast,
  threeHourRow,
  windRow,
  wwv,
  xrayRow,
} from '../fixtures/swpc.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** The value that every quantity has at an instant: minutes of the day, so that each is another. */
export const minuteOfDay = (at: number) => Math.floor(at / MINUTE) % 1_440

/** The value that every quantity has on a day, so that each of a hundred is another. */
export const valueOfDay = (at: number) => 100 + (Math.floor(at / DAY) % 100)

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19)
const kpAt = (at: number) => (minuteOfDay(at) % 28) / 3
const rows = <Row>(now: number, hours: number, stepMs: number, toRow: (time: string, at: number) => Row) =>
  Array.from({ length: (hours * HOUR) / stepMs }, (_, i) => {
    const at = Math.floor(now / stepMs) * stepMs - i * stepMs
    return toRow(stamp(at), at)
  })

const xrays = (time: string, at: number) => xrayRow(time, (1 + minuteOfDay(at)) * 1e-7)
const protons = (time: string, at: number) => protonRow(time, 1 + minuteOfDay(at))

const electrons = (time: string, at: number) => electronRow(time, 1 + minuteOfDay(at))
/** One row for each day, of its noon at Penticton. */
const fluxes = (now: number) =>
  Array.from({ length: 41 }, (_, i) => {
    const at = Math.floor((now - 20 * HOUR) / DAY - i) * DAY + 20 * HOUR
    return fluxRow(stamp(at), valueOfDay(at))
  })
const solarDays = (now: number) => {
  const issuedAt = Math.floor(now / (6 * HOUR)) * 6 * HOUR
  const rowOf = (back: number) =>
    `  150  ${valueOfDay(issuedAt - back * DAY)}  670  2  -999  *  7  1  0  4  0  0  0`
  return dailySolar(
    issuedAt,
    Array.from({ length: 30 }, (_, i) => rowOf(30 - i)),
  )
}

const PRODUCTS: Readonly<Record<string, (now: number) => unknown[] | string>> = {
  '/text/3-day-forecast.txt': (now) => threeDayForecast(Math.floor(now / (12 * HOUR)) * 12 * HOUR),
  '/text/27-day-outlook.txt': (now) => outlook27(Math.floor(now / (168 * HOUR)) * 168 * HOUR),
  '/json/planetary_k_index_1m.json': (now) => rows(now, 6, MINUTE, (time, at) => kpRow(time, kpAt(at))),
  '/products/noaa-planetary-k-index.json': (now) =>
    rows(now - 3 * HOUR, 7 * 24, 3 * HOUR, (time, at) => threeHourRow(time, kpAt(at))),
  '/app/json/': (now) =>
    gfzKp(
      rows(now - 3 * HOUR, 7 * 24, 3 * HOUR, (_, at) => [at, kpAt(at), 'pre'] as const).sort(
        (a, b) => a[0] - b[0],
      ),
    ),
  '/json/rtsw/rtsw_wind_1m.json': (now) =>
    rows(now, 24, MINUTE, (time, at) => windRow(time, { proton_speed: 300 + minuteOfDay(at) })),
  '/json/rtsw/rtsw_mag_1m.json': (now) =>
    rows(now, 24, MINUTE, (time, at) => magRow(time, { bz_gsm: -minuteOfDay(at) / 10 })),
  '/products/geospace/propagated-solar-wind.json': (now) =>
    propagated(
      ...rows(now, 7 * 24, MINUTE, (time, at) => {
        const minute = minuteOfDay(at)
        return [time, 300 + minute, 5, 1e5, 1, 2, -minute / 10, 7, -400, 0, 0, time]
      }),
    ),
  '/json/goes/primary/xrays-6-hour.json': (now) => rows(now, 6, MINUTE, xrays),
  '/json/goes/primary/xrays-7-day.json': (now) => rows(now, 7 * 24, MINUTE, xrays),
  '/json/goes/primary/integral-electrons-6-hour.json': (now) => rows(now, 6, 5 * MINUTE, electrons),
  '/json/goes/primary/integral-electrons-7-day.json': (now) => rows(now, 7 * 24, 5 * MINUTE, electrons),
  '/json/f107_cm_flux.json': fluxes,
  '/text/daily-solar-indices.txt': solarDays,
  '/text/wwv.txt': (now) => wwv(Math.floor(now / (3 * HOUR)) * 3 * HOUR),
  '/json/goes/primary/integral-protons-6-hour.json': (now) => rows(now, 6, 5 * MINUTE, protons),
  '/json/goes/primary/integral-protons-7-day.json': (now) => rows(now, 7 * 24, 5 * MINUTE, protons),
}

/**
 * SWPC, and Kp of GFZ, at the time of a clock, with instruments that never miss a minute. Keeps what was
 * requested.
 */
export function swpcOverTime(now: () => number) {
  const swpc = {
    requested: [] as string[],
    /** Paths that fail while they match. */
    failing: undefined as RegExp | undefined,
    fetch: (async (input) => {
      const { pathname } = new URL(String(input))
      swpc.requested.push(pathname)
      const product = PRODUCTS[pathname]
      if (!product || swpc.failing?.test(pathname)) return new Response('', { status: 404 })
      const body = product(now())
      return new Response(typeof body === 'string' ? body : JSON.stringify(body))
    }) as typeof fetch,
  }
  return swpc
}
