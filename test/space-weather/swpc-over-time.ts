import {
  kpRow,
  magRow,
  propagated,
  protonRow,
  threeDayForecast,
  threeHourRow,
  windRow,
  xrayRow,
} from '../fixtures/swpc.ts'

const [MINUTE, HOUR] = [60_000, 3_600_000]

/** The value that every quantity has at an instant: minutes of the day, so that each is another. */
export const minuteOfDay = (at: number) => Math.floor(at / MINUTE) % 1_440

const stamp = (at: number) => new Date(at).toISOString().slice(0, 19)
const kpAt = (at: number) => (minuteOfDay(at) % 28) / 3
const rows = <Row>(now: number, hours: number, stepMs: number, toRow: (time: string, at: number) => Row) =>
  Array.from({ length: (hours * HOUR) / stepMs }, (_, i) => {
    const at = Math.floor(now / stepMs) * stepMs - i * stepMs
    return toRow(stamp(at), at)
  })

const xrays = (time: string, at: number) => xrayRow(time, (1 + minuteOfDay(at)) * 1e-7)
const protons = (time: string, at: number) => protonRow(time, 1 + minuteOfDay(at))

const PRODUCTS: Readonly<Record<string, (now: number) => unknown[] | string>> = {
  '/text/3-day-forecast.txt': (now) => threeDayForecast(Math.floor(now / (12 * HOUR)) * 12 * HOUR),
  '/json/planetary_k_index_1m.json': (now) => rows(now, 6, MINUTE, (time, at) => kpRow(time, kpAt(at))),
  '/products/noaa-planetary-k-index.json': (now) =>
    rows(now - 3 * HOUR, 7 * 24, 3 * HOUR, (time, at) => threeHourRow(time, kpAt(at))),
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
  '/json/goes/primary/integral-protons-6-hour.json': (now) => rows(now, 6, 5 * MINUTE, protons),
  '/json/goes/primary/integral-protons-7-day.json': (now) => rows(now, 7 * 24, 5 * MINUTE, protons),
}

/** SWPC at the time of a clock, with instruments that never miss a minute. Keeps what was requested. */
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
