import { checkGroup, groupParameter } from '#features/objects/endpoints/group-parameter'
import { objectProblems } from '#features/objects/problems'
import { aboveData, STATES_VALID_MS } from '#features/passes/above-schemas'
import { skyEndpoint } from '#features/passes/sky-endpoint'
import { computed } from '#kernel/endpoint/cost'
import { altitudeParameter, placeParameters } from '#kernel/endpoint/place'
import { optional } from '#kernel/endpoint/query-parameters'
import { named, wholeNumber } from '#kernel/endpoint/schemas'

const endpoint = skyEndpoint({
  path: '/v1/above',
  operationId: 'listObjectsAbove',
  summary: 'Satellites of a group currently above a location',
  description:
    'Computed by SGP4 from the elements of /v1/tle/{group}, at most every 10 s for all locations together. ' +
    'The location is rounded to 0.01° and never logged. Valid for 10 s.',
  tag: 'Objects',
  access: 'optional_key',
  cost: computed(100),
  ttlMs: STATES_VALID_MS,
  queryParameters: {
    ...placeParameters,
    ...altitudeParameter,
    group: optional(groupParameter('visual')),
    min_elevation_deg: optional(
      wholeNumber('Minimum elevation, degrees: 0 to 89, default 10', 10, { min: 0, max: 89 }),
    ),
    limit: optional(
      wholeNumber('Maximum number of objects, highest elevation first: 1 to 1000, default 100', 20, {
        max: 1_000,
      }),
    ),
  },
  data: named('ObjectsAbove', aboveData),
  needsElements: true,
  problems: [objectProblems.group_not_found],
  compute: async (params, context) =>
    (await import('#features/passes/computations')).computeAbove(params, context),
})

/** Serves the objects of a group above a location. */
export const above = { ...endpoint, check: checkGroup }
