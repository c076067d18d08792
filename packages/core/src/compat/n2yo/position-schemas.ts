import * as v from 'valibot'
import { infoData } from '#compat/n2yo/n2yo-endpoint'
import { count, named, quantity } from '#endpoint/schemas'

const position = v.strictObject({
  satlatitude: quantity('Geodetic latitude below the object, degrees', -39.9032, -90, 90),
  satlongitude: quantity('Longitude below the object, degrees, east positive', 158.289, -180, 180),
  sataltitude: quantity('Altitude above the ellipsoid (WGS 84), km', 417.85),
  azimuth: quantity('Azimuth from the place, degrees from north over east', 254.31, 0, 360),
  elevation: quantity('Elevation at the place, degrees, without refraction', -69.09, -90, 90),
  ra: quantity('Right ascension from the place, of date, degrees', 44.7708, 0, 360),
  dec: quantity('Declination from the place, of date, degrees', -43.9928, -90, 90),
  timestamp: count('Unix time, seconds', 1_795_262_400),
  eclipsed: v.pipe(
    v.boolean(),
    v.description('Whether it is in the shadow of the Earth'),
    v.examples([false]),
  ),
})

/** Schema of the positions of an object. */
export const positionsData = v.strictObject({
  info: infoData,
  positions: v.array(named('N2yoPosition', position)),
})

/** The positions of an object. */
export type PositionsData = v.InferOutput<typeof positionsData>
