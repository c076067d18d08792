import type { InferOutput } from 'valibot'
import type { TypedEndpoint } from '#kernel/endpoint/data-endpoint'
import type { AnyEndpoint } from '#kernel/endpoint/endpoint'

type AnyTyped = TypedEndpoint<string, unknown, never>

/** The type of `data` in the envelope, by the path of endpoints that have one. */
export type PayloadsOf<Endpoints extends readonly AnyEndpoint[]> = {
  readonly [E in Extract<Endpoints[number], AnyTyped> as E['path']]: InferOutput<E['data']>
}
