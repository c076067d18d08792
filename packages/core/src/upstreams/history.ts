import type { Context } from '#context'
import type { Reading, SeriesId } from '#store/repositories/readings'
import { days, hours, minutes } from '#time'
import { sendRequest } from '#upstreams/client/transport'
import { protonFlux7Days, xrayFlux7Days } from '#upstreams/swpc/goes'
import { threeHourlyKIndex } from '#upstreams/swpc/kp'
import { magneticField7Days } from '#upstreams/swpc/mag'
import { solarWind7Days } from '#upstreams/swpc/wind'
import type { OnHistory, Upstream } from '#upstreams/upstream'

/** A product with the last week of one or more series. */
interface HistoryProduct {
  readonly product: Pick<Upstream<unknown, unknown>, 'provider' | 'target' | 'maxBytes'>
  readonly series: readonly {
    readonly id: SeriesId
    readonly parse: (body: string, at: number, onHistory: OnHistory) => unknown
  }[]
  /** How long each value is valid, in milliseconds. @default 0, its instant alone. */
  readonly validMs?: number
}

const historyProducts: readonly HistoryProduct[] = [
  { product: threeHourlyKIndex, series: [{ id: 'kp', parse: threeHourlyKIndex.parse }], validMs: hours(3) },
  {
    product: solarWind7Days,
    series: [
      { id: 'solar_wind_speed_km_s', parse: solarWind7Days.parse },
      { id: 'bz_gsm_nt', parse: magneticField7Days.parse },
    ],
  },
  { product: xrayFlux7Days, series: [{ id: 'xray_flux_w_m2', parse: xrayFlux7Days.parse }] },
  { product: protonFlux7Days, series: [{ id: 'proton_flux_pfu', parse: protonFlux7Days.parse }] },
]

/** Readings from which a week counts as complete: of 2,016, a satellite in eclipse misses a hundred. */
const ENOUGH_READINGS = 1_400
/** How long a product is left alone after it failed, and after it was read. */
const [RETRY_AFTER_MS, REPEAT_AFTER_MS] = [hours(1), days(1)]

/**
 * Fetches the last week of each series that has gaps in the store, once for all processes on it. Never
 * rejects: what fails is filled in as time passes. Does nothing on a mirror.
 */
export async function backfillHistory(context: Context): Promise<void> {
  if (context.settings.mirror) return
  await Promise.allSettled(historyProducts.map((each) => backfill(each, context)))
}

async function backfill({ product, series, validMs = 0 }: HistoryProduct, context: Context): Promise<void> {
  const { readings, store, settings } = context
  const stored = await Promise.all(series.map(({ id }) => readings.lastWeek(id)))
  if (stored.every(({ length }) => length >= ENOUGH_READINGS)) return
  const at = context.now()
  const [name, owner] = [`history:${settings.originsId}:${series[0]?.id}`, crypto.randomUUID()]
  if ((await store.counters.acquire(name, owner, at + RETRY_AFTER_MS, at)) !== owner) return
  const response = await sendRequest(product, undefined, at, context)
  if (response.status !== 200) return
  for (const { id, parse } of series) {
    let history: readonly Reading[] = []
    parse(response.body, at, (found) => {
      history = found
    })
    await readings.record(
      id,
      history.flatMap((reading) => repeatEveryFiveMinutes(reading, validMs)),
    )
  }
  await store.counters.compareAndSwap(name, owner, owner, at + REPEAT_AFTER_MS, at)
}

function repeatEveryFiveMinutes({ at, value }: Reading, validMs: number): Reading[] {
  const count = Math.max(1, validMs / minutes(5))
  return Array.from({ length: count }, (_, i) => ({ at: at + i * minutes(5), value }))
}
