import * as v from 'valibot'
import type { RawRequest } from '#kernel/endpoint/http-message'
import { readJsonBody } from '#kernel/endpoint/json-body'
import { expectedOf } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'

const MAX_BODY_BYTES = 4_096

/**
 * Reads a body of at most 4 KiB.
 * @throws Problem `invalid_body` that names the first invalid member and the expected value.
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

/** Quotes only names and descriptions of the schema, and nothing of the request. */
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
