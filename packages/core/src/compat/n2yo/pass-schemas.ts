import * as v from 'valibot'
import { objectInfo } from '#compat/n2yo/n2yo-endpoint'
import { count, named, oneOf, quantity } from '#endpoint/schemas'
import { minutes } from '#kit/time'

/** How long passes are served. */
export const PASSES_TTL_MS = minutes(5)

/** What N2YO gives for an unknown magnitude: the catalogue has no brightness. */
export const UNKNOWN_MAGNITUDE = 100_000

/** The points of the compass, by 22.5°. */
export const COMPASS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ')

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
const passFields = {
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

const visualPass = v.strictObject({
  ...passFields,
  startEl: quantity('Elevation where it becomes visible, degrees, without refraction', 13.08, -1, 90),
  endEl: quantity('Elevation where it is visible no longer, degrees, without refraction', 0, -1, 90),
  mag: count('Always 100000, which is N2YO’s value for an unknown magnitude', UNKNOWN_MAGNITUDE),
  duration: count('Seconds for which it is visible', 485),
  startVisibility: count('Unix time at which it becomes visible, seconds', 1_795_262_545),
})

const passesInfo = named(
  'N2yoPassesInfo',
  v.strictObject({ ...objectInfo, passescount: count('Number of passes', 3) }),
)

/** Schema of passes from horizon to horizon. */
export const radioPassesData = listOf(named('N2yoRadioPass', v.strictObject(passFields)))

/** Schema of passes in which the object is seen. */
export const visualPassesData = listOf(named('N2yoVisualPass', visualPass))

/** Passes from horizon to horizon. */
export type RadioPassesData = v.InferOutput<typeof radioPassesData>

/** Passes in which the object is seen. */
export type VisualPassesData = v.InferOutput<typeof visualPassesData>

/** As N2YO does it, a response without passes has no `passes`. */
function listOf<Pass extends v.GenericSchema>(pass: Pass) {
  return v.strictObject({
    info: passesInfo,
    passes: v.optional(v.pipe(v.array(pass), v.description('The first one first'))),
  })
}
