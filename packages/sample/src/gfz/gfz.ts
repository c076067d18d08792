import { kpOfBin } from '#model/kp'
import { json } from '#response'
import { random, stormClock, stormTime } from '#storm'
import { DAY, floorTo, HOUR, MINUTE, withZone } from '#time'

const BIN = 3 * HOUR
/** Time after its window at which a preliminary value is published. */
const LATENCY = 20 * MINUTE
/** The rotation of the Sun as seen from the Earth, after which activity recurs. */
const ROTATION = 27 * DAY
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/**
 * Responds as kp.gfz.de: Kp from `start` to `end`, both included; null for windows that are not published. As
 * at GFZ, fractions of seconds and dates cause an internal error.
 */
export function respondAsGfz(url: URL, now: number, present?: number): Response {
  const [start, end, index] = ['start', 'end', 'index'].map((name) => url.searchParams.get(name) ?? '')
  if (url.pathname !== '/app/json/' || index !== 'Kp' || !INSTANT.test(start!) || !INSTANT.test(end!))
    return new Response('Internal Server Error', { status: 500 })
  const first = floorTo(BIN, Date.parse(start!) + BIN - 1)
  const length = Math.max(0, Math.floor((Date.parse(end!) - first) / BIN) + 1)
  const starts = Array.from({ length }, (_, i) => first + i * BIN)
  const isKnown = (at: number) => at + BIN + LATENCY <= now
  const isDefinitive = (at: number) => at < definitiveUntil(now)
  const { shiftMs } = stormClock(now, present)
  return json({
    Kp: starts.map((at) => (isKnown(at) ? published(at - shiftMs, isDefinitive(at)) : null)),
    datetime: starts.map(withZone),
    meta: { license: 'CC BY 4.0', source: 'GFZ Potsdam' },
    status: starts.map((at) => (isDefinitive(at) ? 'def' : 'pre')),
  })
}

/** Returns the end of the last definitive month: a month is computed on the 12th of the next month. */
function definitiveUntil(now: number): number {
  const date = new Date(now - 11 * DAY)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth())
}

/** Returns the Kp of a bin. A fifth of the values below 5 are a third lower while they are preliminary. */
function published(bin: number, isDefinitive: boolean): number {
  const thirds = Math.round(3 * kpOfBin(modelled(bin)))
  const isLower = !isDefinitive && thirds > 0 && thirds < 15 && random(bin / BIN, 38) < 0.2
  return Math.round(((isLower ? thirds - 1 : thirds) / 3) * 1_000) / 1_000
}

/** Returns the bin of the model: a bin before the start of the model is taken from a later rotation. */
function modelled(bin: number): number {
  const rotations = Math.max(0, Math.ceil((stormTime('04-09T00:00') - bin) / ROTATION))
  return bin + rotations * ROTATION
}
