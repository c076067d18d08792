import { notHeld } from '#catalogue/sky/not-held'
import { costOfPasses, passListing, passParameters } from '#catalogue/sky/pass-parameters'
import { skyEndpoint } from '#catalogue/sky/sky-endpoint'
import { wholeNumber } from '#endpoint/schemas'

/** Serves the next passes of an object above a place. */
export const objectPasses = skyEndpoint({
  ...passListing,
  path: '/v1/objects/{norad_id}/passes',
  operationId: 'listObjectPasses',
  summary: 'Next passes of an object above a place',
  description:
    'By SGP4 from the elements that are held, without a query to a provider. Rise and set are at the horizon, without ' +
    'refraction; passes of any length are found. The place is rounded to 0.01° and never logged. Valid until the ' +
    'first pass is over, for 10 minutes at most.',
  tag: 'Objects',
  cost: (call) => costOfPasses(1, call),
  pathParameters: {
    norad_id: wholeNumber('Catalogue number: 1–9 digits, no sign, no leading zeros', 25_544),
  },
  queryParameters: passParameters,
  problems: ['object_not_found'],
  async compute(params, context) {
    const { computePasses } = await import('#catalogue/sky/computations')
    const computed = await computePasses([Number(params['norad_id'])], params, context)
    if (computed.data.missing.length > 0) throw notHeld()
    return computed
  },
})
