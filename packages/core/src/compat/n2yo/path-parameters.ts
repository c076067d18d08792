import * as v from 'valibot'
import type { Place } from '#catalogue/orbit/observer'
import type { EndpointCall } from '#endpoint/endpoint'
import { placeParameters, toTenMetres } from '#endpoint/place'
import { wholeNumber } from '#endpoint/schemas'

/** Path parameter of an object. */
export const objectParameter = {
  id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25_544),
}

/** Path parameters of a place. Checked ones are rounded as those of the other paths are, and never logged. */
export const observerParameters = {
  observer_lat: placeParameters.latitude,
  observer_lng: placeParameters.longitude,
  observer_alt: v.pipe(
    v.string(),
    v.regex(/^-?[0-9]{1,5}(\.[0-9]{1,20})?$/),
    v.transform(Number),
    v.number(),
    v.minValue(-1_000),
    v.maxValue(10_000),
    v.transform(toTenMetres),
    v.number(),
    v.description('Altitude of the place: metres from -1000 to 10000; rounded to 10 m'),
    v.examples([0]),
  ),
}

/** Path parameter of how far ahead passes are searched. */
export const daysParameter = {
  days: wholeNumber('Days of prediction: a whole number from 1 to 10', 2, { max: 10 }),
}

/** Returns the place of checked parameters. */
export function observerOf({ observer_lat, observer_lng, observer_alt }: EndpointCall['params']): Place {
  return {
    latitudeDeg: Number(observer_lat),
    longitudeDeg: Number(observer_lng),
    altitudeM: Number(observer_alt),
  }
}
