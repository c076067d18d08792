import { skyEndpoint } from '#features/passes/sky-endpoint'
import { sunMoonData } from '#features/passes/sun-moon-schemas'
import { computed } from '#kernel/endpoint/cost'
import { placeParameters } from '#kernel/endpoint/place'
import { instantParameter, optional } from '#kernel/endpoint/query-parameters'
import { named } from '#kernel/endpoint/schemas'
import { hours } from '#kernel/kit/time'

/** Serves the rise and set of Sun and Moon at a location, the twilights, and the phase of the Moon. */
export const sunMoon = skyEndpoint({
  path: '/v1/sun-moon',
  operationId: 'getSunAndMoon',
  summary: 'Sun, twilights and Moon at a location in 24 hours',
  description:
    'Computed for a flat horizon at sea level. Rise and set are accurate to a minute. The span begins at ' +
    '`date`, which may be a time such as local midnight. The location is rounded to 0.01° and never logged.',
  tag: 'Objects',
  access: 'optional_key',
  cost: computed(10),
  ttlMs: hours(1),
  queryParameters: {
    ...placeParameters,
    date: optional(
      instantParameter('Start of the 24 hours; the start of the current UTC day by default', '2026-11-27'),
    ),
  },
  data: named('SunAndMoon', sunMoonData),
  needsElements: false,
  problems: [],
  compute: async (params, context) =>
    (await import('#features/passes/computations')).computeSunMoon(params, context),
})
