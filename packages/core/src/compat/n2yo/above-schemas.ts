import * as v from 'valibot'
import { objectInfo } from '#compat/n2yo/n2yo-endpoint'
import { count, named, quantity, text } from '#endpoint/schemas'

const object = v.strictObject({
  satid: objectInfo.satid,
  satname: objectInfo.satname,
  intDesignator: text('International designator; empty if it has none', '1998-067A'),
  launchDate: text('Day of the launch; empty while it is unknown', '1998-11-20'),
  satlat: quantity('Geodetic latitude below the object, degrees', 48.8, -90, 90),
  satlng: quantity('Longitude below the object, degrees, east positive', 9.2, -180, 180),
  satalt: quantity('Altitude above the ellipsoid (WGS 84), km', 421.3),
})

/** Schema of what is above a place. As N2YO does it, a response without objects has no `above`. */
export const aboveData = v.strictObject({
  info: named(
    'N2yoAboveInfo',
    v.strictObject({
      category: text('Name of the category, ANY for all', 'Amateur radio'),
      transactionscount: objectInfo.transactionscount,
      satcount: count('Number of objects', 3),
    }),
  ),
  above: v.optional(v.array(named('N2yoObject', object))),
})

/** What is above a place. */
export type AboveData = v.InferOutput<typeof aboveData>
