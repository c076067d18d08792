import { moonPositionKm } from '#catalogue/orbit/moon'
import { createObserver, type Place } from '#catalogue/orbit/observer'
import { turnBetween } from '#catalogue/orbit/turn-between'
import { greenwichSiderealTime } from '#kit/sidereal-time'
import { sunPositionKm, type Vector } from '#kit/sun'
import { days, minutes } from '#kit/time'

/** Sun or Moon: where it is among the stars, and how large. */
interface Body {
  readonly positionKm: (timeMs: number) => Vector
  readonly radiusKm: number
}

const SUN: Body = { positionKm: sunPositionKm, radiusKm: 695_700 }
const MOON: Body = { positionKm: moonPositionKm, radiusKm: 1_737.4 }

/** By how much air lifts what is at the horizon, in degrees: 34', as almanacs have it. */
const REFRACTION_DEG = 34 / 60
/** In a step of the search, the elevation turns at most once. */
const STEP_MS = minutes(10)
const DEGREES = Math.PI / 180

/** Where a body is seen, without refraction; azimuths are from north over east. */
interface Look {
  readonly azimuthDeg: number
  readonly elevationDeg: number
  readonly distanceKm: number
}

/** The first crossings of an elevation within a day, in epoch milliseconds; `null` where there is none. */
export interface Crossings {
  readonly rise: number | null
  readonly set: number | null
}

/** Sun and Moon over a place, and what they do in the 24 hours from an instant. */
export interface SunAndMoon {
  /** `rise` and `set` are of the upper limb, with refraction of 34'. */
  readonly sun: Look & Crossings & { readonly isUp: boolean }
  /** When the centre of the Sun crosses 6°, 12° and 18° below the horizon, upwards and downwards. */
  readonly twilight: Readonly<Record<'civil' | 'nautical' | 'astronomical', Crossings>>
  readonly moon: Look &
    Crossings & {
      readonly isUp: boolean
      /** Of the disc. */
      readonly illuminatedPercent: number
      readonly isWaxing: boolean
    }
}

/** Computes Sun and Moon over a place at an instant, in epoch milliseconds, and for the day that follows. */
export function sunAndMoonOver(place: Place, timeMs: number): SunAndMoon {
  const [sun, moon] = [seenFrom(place, SUN), seenFrom(place, MOON)]
  const upperLimb = (look: Look, { radiusKm }: Body) =>
    look.elevationDeg + REFRACTION_DEG + Math.asin(radiusKm / look.distanceKm) / DEGREES
  const sunHeight = (at: number) => upperLimb(sun(at), SUN)
  const moonHeight = (at: number) => upperLimb(moon(at), MOON)
  const twilight = (belowDeg: number) => crossings((at) => sun(at).elevationDeg + belowDeg, timeMs)
  return {
    sun: { ...sun(timeMs), isUp: sunHeight(timeMs) > 0, ...crossings(sunHeight, timeMs) },
    twilight: { civil: twilight(6), nautical: twilight(12), astronomical: twilight(18) },
    moon: {
      ...moon(timeMs),
      isUp: moonHeight(timeMs) > 0,
      ...crossings(moonHeight, timeMs),
      ...phaseAt(timeMs),
    },
  }
}

function seenFrom(place: Place, { positionKm }: Body): (timeMs: number) => Look {
  const observer = createObserver(place)
  const state = new Float64Array(6)
  return (timeMs) => {
    const [x, y, z] = positionKm(timeMs)
    const turn = greenwichSiderealTime(timeMs)
    state[0] = Math.cos(turn) * x + Math.sin(turn) * y
    state[1] = Math.cos(turn) * y - Math.sin(turn) * x
    state[2] = z
    const { azimuthDeg, elevationDeg, rangeKm } = observer.look(state)
    return { azimuthDeg, elevationDeg, distanceKm: rangeKm }
  }
}

/** Finds the first crossings of zero within a day from `from` on. */
function crossings(height: (at: number) => number, from: number): Crossings {
  const isUp = (at: number) => height(at) > 0
  let [rise, set]: (number | null)[] = [null, null]
  for (let at = from; at < from + days(1); at += STEP_MS) {
    const next = at + STEP_MS
    if (isUp(at) === isUp(next)) continue
    const found = turnBetween(at, next, isUp)
    if (isUp(next)) rise ??= found
    else set ??= found
  }
  return { rise: rise ?? null, set: set ?? null }
}

/** Returns how much of the Moon's disc is lit, seen from the Earth's centre, and whether that becomes more. */
function phaseAt(timeMs: number): { illuminatedPercent: number; isWaxing: boolean } {
  const [sunX, sunY, sunZ] = sunPositionKm(timeMs)
  const [x, y, z] = moonPositionKm(timeMs)
  // The angle at the Moon between Sun and Earth.
  const [toSunX, toSunY, toSunZ] = [sunX - x, sunY - y, sunZ - z]
  const dot = -(toSunX * x + toSunY * y + toSunZ * z)
  const cosine = dot / (Math.hypot(toSunX, toSunY, toSunZ) * Math.hypot(x, y, z))
  // The waxing Moon is east of the Sun: the turn from one to the other goes with the turn of the Earth.
  return { illuminatedPercent: 50 * (1 + cosine), isWaxing: sunX * y - sunY * x > 0 }
}
