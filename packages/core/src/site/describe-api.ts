import { alertMessages } from '#alerts/alert-message'
import type { Endpoint } from '#endpoint/endpoint'
import type { Json } from '#endpoint/openapi/components'
import { describing } from '#endpoint/openapi/document'
import { atOnce, inTurns } from '#kit/end-of-turn'

/** Creates the OpenAPI document of a table, with the messages that its webhooks send. */
export function describeApi(table: readonly Endpoint[], base = ''): Json {
  return atOnce(describingApi(table, base))
}

/** Creates the same document while other requests are served. */
export function describeApiInTurns(table: readonly Endpoint[], base: string): Promise<Json> {
  return inTurns(describingApi(table, base))
}

function describingApi(table: readonly Endpoint[], base: string): Generator<unknown, Json> {
  const hasWebhooks = table.some(({ path }) => path === '/v1/webhooks')
  return describing(table, base, hasWebhooks ? alertMessages : [])
}
