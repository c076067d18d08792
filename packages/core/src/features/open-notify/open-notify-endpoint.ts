import * as v from 'valibot'
import {
  type ComputedDeclaration,
  type ComputedPayload,
  computedEndpoint,
} from '#features/open-notify/computed-endpoint'
import type { OpenNotifyContext } from '#features/open-notify/context'
import { type CompatQuery, readCompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import type { SchemaOf } from '#kernel/endpoint/data-endpoint'
import { derive } from '#kernel/endpoint/derive'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { RawResponse } from '#kernel/endpoint/http-message'
import { JSON_TYPE, toJsonText } from '#kernel/endpoint/representation'
import { oneOf, text } from '#kernel/endpoint/schemas'

interface OpenNotifyEndpoint<Data, Asked extends Readonly<Record<string, unknown>>>
  extends ComputedDeclaration,
    Partial<Pick<Endpoint, 'queryParameters'>> {
  readonly data: SchemaOf<Data>
  /** Reads the parameters of a request. Throws CompatRefusals. */
  readonly read: (query: CompatQuery) => Asked
  readonly compute: (asked: Asked, context: OpenNotifyContext) => Promise<ComputedPayload<NoInfer<Data>>>
}

/** Declares a path of open-notify, which rejects invalid parameters in its own form. */
export function openNotifyEndpoint<Data, Asked extends Readonly<Record<string, unknown>>>({
  read,
  ...declared
}: OpenNotifyEndpoint<Data, Asked>): Endpoint<OpenNotifyContext> {
  const endpoint = computedEndpoint<Data, Asked>({
    ...declared,
    refusals: {
      statuses: { 400: 'A parameter is missing or invalid' },
      body: v.strictObject({
        message: oneOf('Whether the request succeeded', ['failure']),
        reason: text('Reason of the failure', 'Latitude must be specified'),
      }),
    },
    ask: ({ request }) => read(readCompatQuery(request.target)),
  })
  return {
    ...endpoint,
    respond(call) {
      try {
        return derive(endpoint, call)
      } catch (error) {
        if (error instanceof CompatRefusal) return failure(error)
        throw error
      }
    },
  }
}

function failure({ status, message: reason }: CompatRefusal): RawResponse {
  const body = new TextEncoder().encode(toJsonText({ message: 'failure', reason }))
  const headers = ['content-type', JSON_TYPE, 'content-length', String(body.byteLength)]
  return { status, headers: [...headers, 'cache-control', 'no-store'], body }
}
