import { objectProblems } from '#features/objects/problems'
import type { OpenNotifyContext } from '#features/open-notify/context'
import { readCached, snapshotKey } from '#kernel/endpoint/cached'
import { computed } from '#kernel/endpoint/cost'
import { checkPayload, type SchemaOf } from '#kernel/endpoint/data-endpoint'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Endpoint, EndpointCall } from '#kernel/endpoint/endpoint'
import { JSON_TYPE, toJsonText } from '#kernel/endpoint/representation'
import { FRESHNESS_HEADERS, LAST_MODIFIED, renderDated } from '#kernel/endpoint/text-endpoint'

/** A payload and the provenance of its elements; instants are epoch milliseconds. */
export interface ComputedPayload<Data> {
  readonly data: Data
  readonly source: string
  readonly fetchedAt: number
  /** Default: now plus the TTL of responses. */
  readonly validUntil?: number
}

/** Common declaration of all open-notify paths. */
export type ComputedDeclaration = Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description'> & {
  /** Validity of a response, in milliseconds. */
  readonly ttlMs: number
}

interface ComputedEndpoint<Data, Asked extends Readonly<Record<string, unknown>>>
  extends ComputedDeclaration,
    Partial<Pick<Endpoint, 'queryParameters' | 'refusals' | 'problems'>> {
  readonly data: SchemaOf<Data>
  /** Returns the parameters of a request in canonical form. */
  readonly ask: (call: EndpointCall<OpenNotifyContext>) => Asked
  readonly compute: (asked: Asked, context: OpenNotifyContext) => Promise<ComputedPayload<NoInfer<Data>>>
}

/**
 * Declares a path of open-notify: it needs no key, its responses are cached only in memory, and it is
 * available only if the operator enables it. Its feeds belong to the endpoints whose data it uses, and are
 * listed there.
 */
const cost = computed(10)

export function computedEndpoint<Data, Asked extends Readonly<Record<string, unknown>>>(
  declaration: ComputedEndpoint<Data, Asked>,
): Endpoint<OpenNotifyContext> {
  const { data, ask, compute, ...declared } = declaration
  const { path, summary, ttlMs } = declared
  return declareEndpoint<OpenNotifyContext>({
    ...declared,
    tag: 'Compatibility',
    access: 'reference',
    cost,
    problems: [
      'upstream_invalid',
      'upstream_unavailable',
      ...(declared.problems ?? [objectProblems.object_not_found]),
    ],
    isOffered: ({ compat }) => compat.includes('open-notify'),
    success: {
      status: 200,
      description: summary,
      content: { 'application/json': data },
      headers: { ...FRESHNESS_HEADERS, ...LAST_MODIFIED },
    },
    respond(call) {
      const { context } = call
      const asked = ask(call)
      return readCached(call, snapshotKey(path, asked), () => ({
        ttlMs,
        cost,
        // Elements that are not cached now may be cached in a minute.
        notFoundTtlMs: 0,
        async load(previous) {
          const now = context.now()
          const found = await compute(asked, context)
          const { data: payload, source, fetchedAt, validUntil = now + ttlMs } = found
          checkPayload(data, payload)
          const provenance = { type: JSON_TYPE, source, fetchedAt, validUntil }
          const value = await renderDated([toJsonText(payload)], provenance, previous)
          return { value, fetchedAt, validUntil }
        },
      }))
    },
  })
}
