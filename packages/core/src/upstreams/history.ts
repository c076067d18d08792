import type { Context } from '#context'
import type { Reading, SeriesId } from '#store/repositories/readings'
import { days, hours, minutes } from '#time'
import { type RequestTarget, sendRequest } from '#upstreams/client/transport'
import { protonFlux1Day, xrayFlux1Day } from '#upstreams/swpc/goes'
import { threeHourlyKIndex } from '#upstreams/swpc/kp'
import type { Upstream } from '#upstreams/upstream'

/** A product with the last day of a series whose own feed covers less. */
interface HistorySource {
  readonly seriesId: SeriesId
  readonly upstream: RequestTarget<unknown> & Pick<Upstream<unknown, unknown>, 'parse'>
  /** How long each value is valid, in milliseconds. @default 0, its instant alone. */
  readonly validMs?: number
}

/** Solar wind and magnetic field need none: their feeds hold a day. */
const historySources: readonly HistorySource[] = [
  { seriesId: 'kp', upstream: threeHourlyKIndex, validMs: hours(3) },
  { seriesId: 'xray_flux_w_m2', upstream: xrayFlux1Day },
  { seriesId: 'proton_flux_pfu', upstream: protonFlux1Day },
]

/** Readings from which a day counts as complete: of 288, a satellite in eclipse misses a dozen. */
const ENOUGH_READINGS = 200
/** How long a series is left alone after it was backfilled, successfully or not. */
const RETRY_AFTER_MS = hours(1)

/**
 * Fetches the last day of each series that has gaps in the store, once for all processes on it. Never
 * rejects: what fails is filled in as time passes. Does nothing on a mirror.
 */
export async function backfillHistory(context: Context): Promise<void> {
  if (context.settings.mirror) return
  await Promise.allSettled(historySources.map((source) => backfillSeries(source, context)))
}

async function backfillSeries(
  { seriesId, upstream, validMs = 0 }: HistorySource,
  context: Context,
): Promise<void> {
  const { readings, store, settings } = context
  const stored = await readings.lastDay(seriesId)
  if (stored.length >= ENOUGH_READINGS) return
  const at = context.now()
  const [name, owner] = [`history:${settings.originsId}:${seriesId}`, crypto.randomUUID()]
  if ((await store.counters.acquire(name, owner, at + RETRY_AFTER_MS, at)) !== owner) return
  const response = await sendRequest(upstream, undefined, at, context)
  if (response.status !== 200) return
  let history: readonly Reading[] = []
  upstream.parse(response.body, at, (found) => {
    history = found
  })
  const lastDay = history.filter((reading) => reading.at > at - days(1) - validMs)
  await readings.record(
    seriesId,
    lastDay.flatMap((reading) => repeatEveryFiveMinutes(reading, validMs)),
  )
}

function repeatEveryFiveMinutes({ at, value }: Reading, validMs: number): Reading[] {
  const count = Math.max(1, validMs / minutes(5))
  return Array.from({ length: count }, (_, i) => ({ at: at + i * minutes(5), value }))
}
