import { greenwichSiderealTime, sunPositionKm, type Vector } from '@space-data/charts/sun'
import { crossings, curvePoints } from '#features/objects/orbit/crossings'
import { moonPositionKm } from '#features/objects/orbit/moon'
import { createObserver, type Place } from '#features/objects/orbit/observer'

const DEGREES = Math.PI / 180
/** Refraction at the horizon and radius of the Sun's disc: rise and set refer to the upper limb. */
const [REFRACTION_DEG, SUN_RADIUS_DEG] = [34 / 60, 16 / 60]
const MOON_RADIUS_KM = 1_737.4
/** Elevations of the Sun's centre at the ends of the twilights. */
const TWILIGHTS = { civil: -6, nautical: -12, astronomical: -18 } as const

/** Times at which a body rises and sets within a span; `null` if it does not. Epoch milliseconds. */
export interface Day {
  readonly rise: number | null
  readonly set: number | null
  readonly highestAt: number
  /** Highest elevation of the centre, without refraction. */
  readonly highestDeg: number
  readonly lowestDeg: number
}

/** Times within a span at which the Sun's centre passes an elevation, and the sky becomes light or dark. */
export interface Twilight {
  readonly dawn: number | null
  readonly dusk: number | null
}

type Twilights = { readonly [Name in keyof typeof TWILIGHTS]: Twilight }

/** Returns the Sun's day and the twilights at a location, between two instants. */
export function sunDay(place: Place, from: number, to: number): Day & { readonly twilights: Twilights } {
  const centreAt = elevation(place, sunPositionKm)
  const points = curvePoints(centreAt, from, to)
  const twilight = (level: number): Twilight => {
    const found = crossings(points, centreAt, level)
    return { dawn: firstOf(found, true), dusk: firstOf(found, false) }
  }
  const day = dayOf(points, centreAt, -(REFRACTION_DEG + SUN_RADIUS_DEG))
  const { civil, nautical, astronomical } = TWILIGHTS
  const twilights = {
    civil: twilight(civil),
    nautical: twilight(nautical),
    astronomical: twilight(astronomical),
  }
  return { ...day, twilights }
}

/** Returns the Moon's day at a location, between two instants. */
export function moonDay(place: Place, from: number, to: number): Day {
  const centreAt = elevation(place, moonPositionKm)
  const radius = Math.asin(MOON_RADIUS_KM / Math.hypot(...moonPositionKm((from + to) / 2))) / DEGREES
  return dayOf(curvePoints(centreAt, from, to), centreAt, -(REFRACTION_DEG + radius))
}

type Points = ReturnType<typeof curvePoints>

function dayOf(points: Points, centreAt: (at: number) => number, level: number): Day {
  const found = crossings(points, centreAt, level)
  const highest = points.reduce((best, each) => (each.height > best.height ? each : best))
  return {
    rise: firstOf(found, true),
    set: firstOf(found, false),
    highestAt: highest.at,
    highestDeg: highest.height,
    lowestDeg: Math.min(...points.map(({ height }) => height)),
  }
}

function firstOf(found: ReturnType<typeof crossings>, isUpwards: boolean): number | null {
  return found.find((each) => each.isUpwards === isUpwards)?.at ?? null
}

/**
 * Returns a function that computes the elevation of a body's centre at a location, in degrees, without
 * refraction.
 */
function elevation(place: Place, positionKm: (timeMs: number) => Vector) {
  const observer = createObserver(place)
  return (timeMs: number): number => {
    const [x, y, z] = positionKm(timeMs)
    const angle = greenwichSiderealTime(timeMs)
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return observer.look(Float64Array.of(cos * x + sin * y, cos * y - sin * x, z, 0, 0, 0)).elevationDeg
  }
}
