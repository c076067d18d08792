import * as v from 'valibot'
import { passListData } from '#catalogue/sky/pass-schemas'
import { computed } from '#endpoint/cost'
import { altitudeParameter, placeParameters } from '#endpoint/place'
import { optional } from '#endpoint/query-parameters'
import { named, wholeNumber } from '#endpoint/schemas'
import { minutes } from '#kit/time'

/** How long a list is given: as long as its first pass is not over. */
export const PASSES_VALID_MS = minutes(10)

/** For how many days passes are listed by default. */
export const DEFAULT_DAYS = 3

/** Query parameters of a list of passes. */
export const passParameters = {
  ...placeParameters,
  ...altitudeParameter,
  days: optional(wholeNumber('For so many days from now: 1 to 10, default 3', 3, { max: 10 })),
  min_elevation_deg: optional(
    wholeNumber('Lowest elevation of the highest point, degrees: 0 to 89, default 10', 10, {
      min: 0,
      max: 89,
    }),
  ),
  visible: optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description(
        'Only passes in which the object is lit, the sky dark, and the object so high while it is both: true or false',
      ),
      v.examples(['true']),
    ),
  ),
  limit: optional(
    wholeNumber('The most passes, the first ones first: 1 to 500, default 100', 5, { max: 500 }),
  ),
}

/** What lists of passes have in common. */
export const passListing = {
  access: 'optional_key',
  ttlMs: PASSES_VALID_MS,
  data: named('PassList', passListData),
  needsElements: true,
  problems: [],
} as const

/** Returns what a list of passes costs: 2 ms of CPU time for each object and day. */
export function costOfPasses(objects: number, days: unknown): number {
  return computed(2 * objects * Number(days ?? DEFAULT_DAYS))
}
