import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { sunMoonData } from '#catalogue/sky/sun-moon-schemas'
import { computed } from '#endpoint/cost'
import { placeParameters } from '#endpoint/place'
import { instantParameter, optional } from '#endpoint/query-parameters'
import { named } from '#endpoint/schemas'
import { hours } from '#kit/time'

/** Serves when Sun and Moon rise and set at a place, the twilights, and the phase of the Moon. */
export const sunMoon = skyEndpoint({
  path: '/v1/sun-moon',
  operationId: 'getSunAndMoon',
  summary: 'Sun, twilights and Moon at a place in 24 hours',
  description:
    'Computed, to a minute for rise and set: where the horizon is flat and at sea level. The span begins at `date`, ' +
    'which may be an instant such as local midnight. The place is rounded to 0.01° and never logged.',
  tag: 'Objects',
  access: 'optional_key',
  cost: computed(10),
  ttlMs: hours(1),
  queryParameters: {
    ...placeParameters,
    date: optional(instantParameter('Begin of the 24 hours, today (UTC) by default', '2026-11-27')),
  },
  data: named('SunAndMoon', sunMoonData),
  needsElements: false,
  problems: [],
  compute: async (params, context) =>
    (await import('#catalogue/sky/computations')).computeSunMoon(params, context),
})
