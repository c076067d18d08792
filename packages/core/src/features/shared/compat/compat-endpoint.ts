import * as v from 'valibot'
import { type CompatQuery, readCompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal, refused } from '#features/shared/compat/compat-refusal'
import type { CompatSet } from '#features/shared/compat/sets'
import type { CompatSettings } from '#features/shared/compat/settings'
import type { CostClass } from '#kernel/endpoint/cost'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint, EndpointCall, Reply } from '#kernel/endpoint/endpoint'
import { FRESHNESS_HEADERS, LAST_MODIFIED } from '#kernel/endpoint/text-endpoint'
import type { MaybePromise } from '#kernel/kit/maybe-promise'
import { Problem } from '#kernel/kit/problem'

interface CompatEndpoint<In extends CompatContext>
  extends Pick<Endpoint, 'path' | 'operationId' | 'summary' | 'description' | 'ttlMs'>,
    Partial<Pick<Endpoint, 'pathParameters' | 'queryParameters' | 'exampleQuery' | 'problems'>> {
  /** The sets that include the path. */
  readonly sets: readonly CompatSet[]
  /** Schema by media type, `null` for text. */
  readonly content: Endpoint['success']['content']
  readonly optionalHeaders?: Endpoint['success']['optionalHeaders']
  /** Returns the cost of a response to a valid query. @default 'shared' */
  readonly cost?: (query: CompatQuery) => CostClass
  /** Whether an instance that is a mirror has the path, too. */
  readonly isOnMirrors: boolean
  /** Texts of the service if nothing is found, and if the query is invalid. */
  readonly refusals: { readonly 404: string; readonly 400?: string }
  /** Serves a request with a parsed query. Throws CompatRefusals and Problems. */
  readonly respond: (query: CompatQuery, call: EndpointCall<In>) => MaybePromise<Reply>
}

/** Problems that become the 404 of the service. */
const NOTHING = ['group_not_found', 'object_not_found', 'not_found']

/**
 * Declares a path of another service. It needs no key, uses that service's formats and is available only if
 * the operator enables it. It has no envelope, and rejects requests in the same way as that service. Its
 * feeds belong to the endpoints whose data it uses, and are listed there.
 */
export function compatEndpoint<In extends CompatContext = CompatContext>({
  sets,
  respond,
  isOnMirrors,
  cost,
  ...declared
}: CompatEndpoint<In>): Endpoint<In> {
  const { content, optionalHeaders, refusals, ...rest } = declared
  return declareEndpoint<In>({
    ...rest,
    ...(cost && { cost: ({ request }) => cost(readCompatQuery(request.target)) }),
    tag: 'Compatibility',
    access: 'reference',
    isOffered: ({ compat, mirror }) => sets.some((set) => compat.includes(set)) && (isOnMirrors || !mirror),
    success: {
      status: 200,
      description: declared.summary,
      content,
      headers: { ...FRESHNESS_HEADERS, ...LAST_MODIFIED },
      ...(optionalHeaders && { optionalHeaders }),
    },
    refusals: {
      statuses: Object.fromEntries(Object.entries(refusals).map(([status, text]) => [status, `\`${text}\``])),
      type: 'text/plain',
      body: v.pipe(
        v.string(),
        v.description('Error text in the form of the service'),
        v.examples([refusals[404]]),
      ),
    },
    async respond(call) {
      try {
        return await respond(readCompatQuery(call.request.target), call)
      } catch (error) {
        if (error instanceof CompatRefusal) return refused(error)
        if (error instanceof Problem && NOTHING.includes(error.code))
          return refused(new CompatRefusal(404, refusals[404]))
        throw error
      }
    },
  })
}

/** The kernel and the options of the paths of other services. */
type CompatContext = Context<CompatSettings>
