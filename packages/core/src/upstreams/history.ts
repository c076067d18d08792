import type { Context } from '#context'
import type { Reading, SeriesId } from '#store/readings'
import { days, hours, minutes } from '#time'
import { isMirror } from '#upstreams/providers'
import { protonFluxOfDay, xrayFluxOfDay } from '#upstreams/swpc-goes'
import { threeHourlyKIndex } from '#upstreams/swpc-kp'
import { type Asked, request } from '#upstreams/transport'
import type { Upstream } from '#upstreams/upstream'

/** The product in which a series has its last day, where the feed that is asked for its newest value has less. */
interface History {
  readonly series: SeriesId
  readonly upstream: Asked<unknown> & Pick<Upstream<unknown, unknown>, 'parse'>
  /** How long each of its values holds, in milliseconds; default: at its instant alone. */
  readonly holdsMs?: number
}

/** The solar wind and its field are not among them: their feeds hold a day. */
const histories: readonly History[] = [
  { series: 'kp', upstream: threeHourlyKIndex, holdsMs: hours(3) },
  { series: 'xray_flux_w_m2', upstream: xrayFluxOfDay },
  { series: 'proton_flux_pfu', upstream: protonFluxOfDay },
]

/** A day has 288 readings of five minutes; a satellite in eclipse misses a dozen. */
const SHORT_OF = 200
/** A product that has no more to tell is not asked again sooner. */
const AGAIN_MS = hours(1)

/**
 * Asks for the last day of the series of which the store holds much less, once for all processes on it. Fails nothing: what
 * cannot be had is filled in as time passes. A mirror asks no provider.
 */
export async function fillDays(context: Context): Promise<void> {
  if (isMirror(context)) return
  await Promise.allSettled(histories.map((history) => fillDay(history, context)))
}

async function fillDay({ series, upstream, holdsMs = 0 }: History, context: Context): Promise<void> {
  const { readings, store, settings } = context
  const known = await readings.lastDay(series)
  if (known.length >= SHORT_OF) return
  const at = context.now()
  const [name, holder] = [`history:${settings.world}:${series}`, crypto.randomUUID()]
  if ((await store.counters.claim(name, holder, at + AGAIN_MS, at)) !== holder) return
  const answer = await request(upstream, undefined, at, context)
  if (answer.status !== 200) return
  let told: readonly Reading[] = []
  upstream.parse(answer.body, at, (given) => {
    told = given
  })
  await readings.note(
    series,
    told.filter((each) => each.at > at - days(1) - holdsMs).flatMap((each) => held(each, holdsMs)),
  )
}

/** The readings of every five minutes for which a value holds. */
function held({ at, value }: Reading, holdsMs: number): Reading[] {
  const count = Math.max(1, holdsMs / minutes(5))
  return Array.from({ length: count }, (_, i) => ({ at: at + i * minutes(5), value }))
}
