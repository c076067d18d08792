import type { Sight } from '#catalogue/orbit/passes'
import { roundTo } from '#compat/n2yo/round-to'
import { count, oneOf, quantity } from '#endpoint/schemas'

const COMPASS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')

/** Schemas of a point of a pass, under names that begin with it. */
function pointSchema(what: string, azimuth: number, at: number) {
  return {
    az: quantity(`Azimuth ${what}, degrees from north over east`, azimuth, 0, 360),
    compass: oneOf(`Azimuth ${what} as a point of the compass`, COMPASS as [string, ...string[]]),
    utc: count(`Unix time ${what}, seconds`, at),
  }
}

const [start, max, end] = [
  pointSchema('where it rises', 307.21, 1_795_262_400),
  pointSchema('where it is highest', 225.45, 1_795_262_720),
  pointSchema('where it sets', 132.82, 1_795_263_035),
]

/** The fields of passes of both kinds. */
export const passFields = {
  startAz: start.az,
  startAzCompass: start.compass,
  startUTC: start.utc,
  maxAz: max.az,
  maxAzCompass: max.compass,
  maxEl: quantity('Elevation where it is highest, degrees, without refraction', 78.27, 0, 90),
  maxUTC: max.utc,
  endAz: end.az,
  endAzCompass: end.compass,
  endUTC: end.utc,
}

/** Returns the values of these fields. */
export function passOf(rise: Sight, highest: Sight, set: Sight) {
  return {
    startAz: roundTo(2, rise.azimuthDeg),
    startAzCompass: compassOf(rise),
    startUTC: unixOf(rise),
    maxAz: roundTo(2, highest.azimuthDeg),
    maxAzCompass: compassOf(highest),
    maxEl: roundTo(2, highest.elevationDeg),
    maxUTC: unixOf(highest),
    endAz: roundTo(2, set.azimuthDeg),
    endAzCompass: compassOf(set),
    endUTC: unixOf(set),
  }
}

function compassOf({ azimuthDeg }: Sight): string {
  return COMPASS[Math.round(azimuthDeg / 22.5) % 16] ?? ''
}

/** Returns the Unix time of a sight, to the nearest second. */
export function unixOf({ at }: Sight): number {
  return Math.round(at / 1_000)
}
