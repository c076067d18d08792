import { objectProblems } from '#features/objects/problems'
import { notHeld } from '#features/passes/not-held'
import { costOfPasses, passListing, passParameters } from '#features/passes/pass-parameters'
import { skyEndpoint } from '#features/passes/sky-endpoint'
import { wholeNumber } from '#kernel/endpoint/schemas'

/** Serves the next passes of an object over a location. */
export const objectPasses = skyEndpoint({
  ...passListing,
  path: '/v1/objects/{norad_id}/passes',
  operationId: 'listObjectPasses',
  summary: 'Next passes of an object over a location',
  description:
    'Computed by SGP4 from cached elements, without a query to a provider. Rise and set refer to the ' +
    'horizon, without refraction. Passes of any length are found. The location is rounded to 0.01° and ' +
    'never logged. Valid until the first pass is over, for at most 10 minutes.',
  tag: 'Objects',
  cost: (call) => costOfPasses(1, call),
  pathParameters: {
    norad_id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25_544),
  },
  queryParameters: passParameters,
  problems: [objectProblems.object_not_found],
  async compute(params, context) {
    const { computePasses } = await import('#features/passes/computations')
    const computed = await computePasses([Number(params['norad_id'])], params, context)
    if (computed.data.missing.length > 0) throw notHeld()
    return computed
  },
})
