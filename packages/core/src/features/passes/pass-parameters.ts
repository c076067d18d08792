import * as v from 'valibot'
import { MAX_DAYS_AWAY } from '#features/passes/instants'
import { passListData } from '#features/passes/pass-schemas'
import { assertPassSpan, MAX_DAYS, PASSES_VALID_MS, passSpan } from '#features/passes/pass-span'
import { computed } from '#kernel/endpoint/cost'
import type { EndpointCall } from '#kernel/endpoint/endpoint'
import { altitudeParameter, placeParameters } from '#kernel/endpoint/place'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { named, wholeNumber } from '#kernel/endpoint/schemas'
import { days } from '#kernel/kit/time'

/** Default number of passes in a list. */
export const DEFAULT_LIMIT = 100

/** Query parameters of a list of passes. */
export const passParameters = {
  ...placeParameters,
  ...altitudeParameter,
  from: optional(
    instantParameter(
      `Only passes that are not over at this time, now by default; within ${MAX_DAYS_AWAY} days of now`,
      '2026-11-22T00:00:00Z',
    ),
  ),
  to: optional(
    instantParameter(
      `Only passes that begin before this time, instead of days; at most ${MAX_DAYS} days after from`,
      '2026-11-23T00:00:00Z',
    ),
  ),
  days: optional(
    wholeNumber(
      `Only passes that begin within this number of days after from: 1 to ${MAX_DAYS}, default 3`,
      3,
      { max: MAX_DAYS },
    ),
  ),
  min_elevation_deg: optional(
    wholeNumber('Minimum elevation of the highest point, degrees: 0 to 89, default 10', 10, {
      min: 0,
      max: 89,
    }),
  ),
  visible: optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.description(
        'Only passes during which the object is sunlit and above min_elevation_deg while the sky is dark: ' +
          'true or false',
      ),
      v.examples(['true']),
    ),
  ),
  frequency_mhz: optional(
    v.pipe(
      v.string(),
      v.regex(/^[0-9]{1,6}(\.[0-9]{1,9})?$/),
      v.transform(Number),
      v.number(),
      v.minValue(1),
      v.maxValue(100_000),
      v.description('Frequency whose Doppler shift is listed (doppler_hz): MHz from 1 to 100000'),
      v.examples([145.8]),
    ),
  ),
  limit: optional(
    wholeNumber('Maximum number of passes, earliest first: 1 to 500, default 100', 5, { max: 500 }),
  ),
}

/** Common settings of lists of passes. */
export const passListing = {
  access: 'optional_key',
  ttlMs: PASSES_VALID_MS,
  data: named('PassList', passListData),
  needsElements: true,
  check: assertPassSpan,
  problems: [],
} as const

/**
 * Returns the cost of a list of passes, also as a calendar: 40 ms of CPU time, plus 2 ms per object and day,
 * plus 1 ms per 5 passes.
 */
export function costOfPasses(objects: number, { params, now }: Pick<EndpointCall, 'params' | 'now'>): number {
  const { from, to } = passSpan(params, now)
  const limit = Number(params['limit'] ?? DEFAULT_LIMIT)
  return computed(40 + (2 * objects * (to - from)) / days(1) + limit / 5)
}
