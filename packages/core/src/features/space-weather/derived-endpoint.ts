import { withinCost } from '#kernel/endpoint/cached'
import { ownWithParameters } from '#kernel/endpoint/cost'
import {
  type DataEndpoint,
  described,
  type SchemaOf,
  type TypedEndpoint,
} from '#kernel/endpoint/data-endpoint'
import { derive, inForm } from '#kernel/endpoint/derive'
import type { Context, EndpointCall } from '#kernel/endpoint/endpoint'
import { envelopeOf, renderServed, servedIn } from '#kernel/endpoint/envelope'
import type { Representation } from '#kernel/endpoint/representation'
import { signWith } from '#kernel/endpoint/signing/signed'
import { andThen, type MaybePromise } from '#kernel/kit/maybe-promise'

/** Conversion of the payload of another endpoint. */
interface Derivation<Whole, Data, In extends Context> {
  readonly whole: TypedEndpoint<string, Whole, In>
  /** Maximum age of the original data, in milliseconds; absent if age is irrelevant. */
  readonly maxAgeMs?: number
  /** May throw a Problem. */
  readonly toData: (whole: Whole, call: EndpointCall<In>) => MaybePromise<Data>
}

/**
 * Creates an endpoint whose payload is derived from the response of another endpoint without parameters. It
 * has the times of that response and sends no request of its own. The result is kept no longer than that
 * response, so that neither the cache nor the store contains the parameters.
 */
export function derivedEndpoint<const Path extends string, Whole, Data, In extends Context = Context>(
  declaration: Omit<
    DataEndpoint<Record<never, never>, SchemaOf<Data>, Path>,
    'source' | 'parameters' | 'packing'
  >,
  { whole, maxAgeMs, toData }: Derivation<Whole, Data, In>,
): TypedEndpoint<Path, Data, In> {
  const { path, data, summary } = declaration
  const { upstreams } = whole
  const common = described({
    cost: ownWithParameters,
    ...declaration,
    source: { upstreams, stored: true, ...(maxAgeMs !== undefined && { maxAgeMs }) },
  })
  return {
    ...common,
    path,
    data,
    success: { status: 200, description: summary, content: { 'application/json': envelopeOf(data) } },
    respond(call) {
      const make = (representation: Representation) => {
        const served = servedIn<Whole>(representation)
        return andThen(toData(served.data, call), (data) => {
          // The derived payload may have fewer sources than the original.
          const { source = served.source } = data as { readonly source?: string }
          return renderServed({ ...served, source, data }, true)
        })
      }
      const sign = signWith(call.context, common, call.params)
      const form = JSON.stringify(call.params)
      return derive(whole, call, {}, (reply) =>
        withinCost(common.cost, call, () => inForm(reply, { form, make, sign })),
      )
    },
  }
}
