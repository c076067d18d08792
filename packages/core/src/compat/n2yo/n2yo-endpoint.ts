import * as v from 'valibot'
import type { ElementSet } from '#catalogue/elements/element-set'
import type { Reading } from '#compat/celestrak/read-group'
import { type ComputedDeclaration, type ComputedPayload, computedEndpoint } from '#compat/computed-endpoint'
import type { Endpoint, EndpointCall } from '#endpoint/endpoint'
import { count, named, text } from '#endpoint/schemas'

type Params = EndpointCall['params']

interface N2yoEndpoint<Data extends v.GenericSchema>
  extends ComputedDeclaration,
    Pick<Endpoint, 'pathParameters'>,
    Partial<Pick<Endpoint, 'problems'>> {
  readonly data: Data
  readonly compute: (params: Params, reading: Reading) => Promise<ComputedPayload<v.InferOutput<Data>>>
}

/**
 * Declares a path of N2YO, which is given below that of the service. `apiKey` is ignored, wherever clients
 * put it. Errors are our own: like those of N2YO they have an `error`.
 */
export function n2yoEndpoint<Data extends v.GenericSchema>(
  endpoints: () => readonly Endpoint[],
  declaration: N2yoEndpoint<Data>,
): Endpoint {
  return computedEndpoint<Data, Params>({
    ...declaration,
    path: `/rest/v1/satellite${declaration.path}`,
    set: 'n2yo',
    endpoints,
    hasKeyInPath: true,
    ask: ({ params }) => params,
  })
}

/** The fields of `info` that all paths of an object have. */
export const objectInfo = {
  satid: count('Catalogue number of the object', 25_544),
  satname: text('Name in the public catalogue', 'ISS (ZARYA)'),
  transactionscount: count('Always 0: requests are not counted by key', 0),
}

/** Schema of `info` where it has these fields alone. */
export const infoData = named('N2yoInfo', v.strictObject(objectInfo))

/** Returns the values of these fields. */
export function infoOf({ noradId, name }: ElementSet) {
  return { satid: noradId, satname: name, transactionscount: 0 }
}
