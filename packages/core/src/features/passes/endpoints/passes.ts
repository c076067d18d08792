import * as v from 'valibot'
import { costOfPasses, passListing, passParameters } from '#features/passes/pass-parameters'
import { skyEndpoint } from '#features/passes/sky-endpoint'

const MAX_IDS = 20

/** Query parameters for the passes of several objects. Catalogue numbers are sorted, without duplicates. */
export const passesParameters = {
  ids: v.pipe(
    v.string(),
    v.transform((list) => [...new Set(list.split(','))].sort((a, b) => Number(a) - Number(b)).join(',')),
    v.string(),
    v.regex(new RegExp(`^[1-9][0-9]{0,8}(,[1-9][0-9]{0,8}){0,${MAX_IDS - 1}}$`)),
    v.description(
      `Catalogue numbers: 1 to ${MAX_IDS}, separated by commas, each with 1 to 9 digits and without a sign ` +
        'or leading zeros',
    ),
    v.examples(['20580,25544']),
  ),
  ...passParameters,
}

/** Serves the next passes of several objects over a location, in one list. */
export const passes = skyEndpoint({
  ...passListing,
  path: '/v1/passes',
  operationId: 'listPasses',
  summary: 'Next passes of several objects over a location',
  description:
    `Like /v1/objects/{norad_id}/passes, for up to ${MAX_IDS} objects in one list. Objects without cached ` +
    'elements are in missing.',
  tag: 'Objects',
  cost: (call) => costOfPasses(String(call.params['ids']).split(',').length, call),
  queryParameters: passesParameters,
  async compute(params, context) {
    const { computePasses } = await import('#features/passes/computations')
    return computePasses(String(params['ids']).split(',').map(Number), params, context)
  },
})
