import * as v from 'valibot'
import type { RawRequest } from '#declare/http-message'
import { readJsonBody } from '#declare/json-body'
import { expectedOf, named, oneOf } from '#declare/schemas'
import { parameters } from '#endpoints/v1/webhooks/schemas'
import { isLabel } from '#keys/label'
import { Problem } from '#problem'

const MAX_BODY_BYTES = 4_096

const url = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//),
  v.maxLength(2_048),
  v.description('Where to send alerts: a public https URL of at most 2,048 characters'),
  v.examples(['https://receiver.example/alerts']),
)

const types = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?)$/), v.maxLength(80))),
  v.maxLength(20),
  v.description(
    'Which alerts to send: up to 20 types of /ref/alert-types or patterns such as geomagnetic.*, none for all ' +
      'public types',
  ),
  v.examples([['geomagnetic.*', 'solar.flare']]),
)

const description = v.pipe(
  v.nullable(v.pipe(v.string(), v.check(isLabel), v.metadata({ minLength: 1, maxLength: 100 }))),
  v.description('Note for its owner: 1 to 100 characters, no control characters, or null for none'),
  v.examples(['Pager of the night shift']),
)

/** Schema of the body that creates a webhook. */
export const creation = named(
  'WebhookCreation',
  v.pipe(
    v.object({
      url,
      types: v.exactOptional(types),
      parameters: v.exactOptional(parameters),
      description: v.exactOptional(description),
    }),
    v.examples([{ url: 'https://receiver.example/alerts', types: ['geomagnetic.*'] }]),
  ),
)

/** Schema of the body that changes a webhook: what is absent stays as it is. */
export const change = named(
  'WebhookChange',
  v.pipe(
    v.object({
      url: v.exactOptional(url),
      types: v.exactOptional(types),
      parameters: v.exactOptional(parameters),
      description: v.exactOptional(description),
      status: v.exactOptional(oneOf('Whether to send alerts: active or disabled', ['active', 'disabled'])),
    }),
    v.examples([{ status: 'disabled' }]),
  ),
)

/** Schema of the body that sends alerts again. */
export const replay = named(
  'WebhookReplayRequest',
  v.pipe(
    v.object({
      after: v.exactOptional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(0),
          v.maxValue(Number.MAX_SAFE_INTEGER),
          v.metadata({ format: 'int64' }),
          v.description(
            'Sequence after which to begin: a whole number; absent for where it was disabled last',
          ),
          v.examples([4711]),
        ),
      ),
    }),
    v.examples([{ after: 4711 }]),
  ),
)

/**
 * Reads a body of at most 4 KiB.
 * @throws Problem `invalid_body` that names the first wrong member and what it has to be.
 */
export async function readBody<S extends v.GenericSchema>(
  request: RawRequest,
  schema: S,
): Promise<v.InferOutput<S>> {
  const sent = await readJsonBody(request, MAX_BODY_BYTES)
  const { success, output, issues } = v.safeParse(schema, Array.isArray(sent) ? undefined : sent)
  if (success) return output
  throw new Problem('invalid_body', { message: messageOf(schema, issues[0]) })
}

/** Quotes names and descriptions of the schema only: nothing that was sent is repeated. */
function messageOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): string {
  let [node, name] = [schema, '']
  for (const { key } of issue.path ?? []) {
    const member = memberOf(node, String(key))
    if (!member) break
    node = member
    name += `${name && '.'}${key}`
  }
  return name ? `Invalid ${name}: expected ${expectedOf(node)}.` : 'Invalid request body: expected an object.'
}

/** Returns the schema of a member that an object declares. */
function memberOf(schema: v.GenericSchema, name: string): v.GenericSchema | undefined {
  const { entries = {} } = schema as { readonly entries?: Readonly<Record<string, v.GenericSchema>> }
  const member = Object.hasOwn(entries, name) ? entries[name] : undefined
  return member?.type === 'exact_optional'
    ? (member as v.ExactOptionalSchema<v.GenericSchema, undefined>).wrapped
    : member
}
