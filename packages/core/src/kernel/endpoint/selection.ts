import { snapshotKey } from '#kernel/endpoint/cached'
import { ownWithParameters } from '#kernel/endpoint/cost'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import { derive, inForm } from '#kernel/endpoint/derive'
import type { Context, Parameters, Selection } from '#kernel/endpoint/endpoint'
import { renderServed, servedIn } from '#kernel/endpoint/envelope'
import { type SignedEndpoint, signWith } from '#kernel/endpoint/signing/signed'

type Params = Readonly<Record<string, unknown>>

/** A single shared value, so that the cache key of the unfiltered response is created once. */
const NO_PARAMETERS: Params = {}

/**
 * Adds query parameters that select a part of the payload of an endpoint without other parameters. Parts are
 * derived from the cached unfiltered response, so they need no upstream request and have its times. The
 * unfiltered response is the response without parameters, or with the parameters that `wholeOf` returns.
 */
export function withSelection<Path extends string, Data, In extends Context>(
  endpoint: TypedEndpoint<Path, Data, In>,
  queryParameters: Parameters,
  select: (data: NoInfer<Data>, params: Params) => NoInfer<Data>,
  wholeOf: Selection['wholeOf'] = () => NO_PARAMETERS,
): TypedEndpoint<Path, Data, In> {
  const selection = createSelection({ ...endpoint, queryParameters }, select, wholeOf)
  return {
    ...endpoint,
    cost: ownWithParameters,
    queryParameters,
    selection,
    respond: (call) =>
      derive(endpoint, call, wholeOf(call.params), (reply) =>
        selection.select(reply, call.params, call.context),
      ),
  }
}

function createSelection<Data>(
  endpoint: SignedEndpoint,
  select: (data: Data, params: Params) => Data,
  wholeOf: Selection['wholeOf'],
): Selection {
  return {
    wholeOf,
    select(reply, params, context) {
      const isWhole = Object.values(params).every((value) => value === undefined)
      if (isWhole) return reply
      return inForm(reply, {
        form: snapshotKey('', params),
        make({ signature: _, ...whole }) {
          const served = servedIn<Data>(whole)
          const data = select(served.data, params)
          // A part may have fewer sources than the unfiltered response.
          const { source = served.source } = data as { readonly source?: string }
          const part = { ...served, source, data }
          return { ...whole, ...renderServed(part, true, whole.headers) }
        },
        sign: signWith(context, endpoint, params),
      })
    },
  }
}
