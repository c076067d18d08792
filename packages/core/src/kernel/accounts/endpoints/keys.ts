import * as v from 'valibot'
import { resolveIssuanceLimits } from '#kernel/accounts/keys/issuance-limits'
import { issueFreeKey } from '#kernel/accounts/keys/issue'
import { isLabel } from '#kernel/accounts/keys/label'
import { containsSecret } from '#kernel/accounts/keys/secret'
import { isLoopback } from '#kernel/accounts/networks/client-network'
import { declareEndpoint } from '#kernel/endpoint/declare-endpoint'
import type { Context, Endpoint } from '#kernel/endpoint/endpoint'
import { readJsonBody } from '#kernel/endpoint/json-body'
import { jsonResponse } from '#kernel/endpoint/json-response'
import { named, text } from '#kernel/endpoint/schemas'
import { Problem } from '#kernel/kit/problem'

/** A label of 100 characters takes 1,200 bytes if each character is written as two JSON escapes. */
const MAX_BODY_BYTES = 2_048

const issued = v.strictObject({
  ok: v.pipe(v.literal(true), v.description('true on success'), v.examples([true])),
  key: text('API key in plain text, returned only once', 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'),
  tier: v.pipe(v.literal('free'), v.description('Tier of the new key'), v.examples(['free'])),
})

const body = v.pipe(
  v.object({
    label: v.pipe(
      v.string(),
      v.minLength(1),
      v.maxLength(100),
      v.description(
        'Free-form label: 1 to 100 characters, not only whitespace, no control characters or line separators',
      ),
      v.examples(['my dashboard']),
    ),
  }),
  v.examples([{ label: 'my dashboard' }]),
)

/** Issues a free key without registration, one per network and UTC day. */
export const issueKey: Endpoint = declareEndpoint({
  method: 'POST',
  path: '/v1/keys',
  operationId: 'issueKey',
  summary: 'Issue a free API key',
  description:
    'By default, one key per network (IPv4 address or IPv6 /64) and UTC day. Larger address blocks and the ' +
    'whole service also have daily limits. The key is returned only once, because only its hash is stored. ' +
    'The body may have at most 2 KiB. Browsers may send this request only from pages of this site.',
  tag: 'Keys',
  access: 'issuance',
  requestBody: named('KeyRequest', body),
  success: {
    status: 200,
    description: 'The new key, returned only once',
    content: { 'application/json': named('IssuedKey', issued) },
  },
  problems: [
    'invalid_body',
    'payload_too_large',
    'unsupported_media_type',
    'address_unknown',
    'key_issuance_limited',
    'store_unavailable',
  ],
  isOffered: ({ authorize }) => authorize === undefined,
  async respond({ request, context }) {
    const { output, success } = v.safeParse(
      v.object({ label: v.string() }),
      await readJsonBody(request, MAX_BODY_BYTES),
    )
    const { keyPrefix } = context.settings
    if (!success || !isLabel(output.label) || containsSecret(output.label, keyPrefix)) {
      throw new Problem('invalid_body', {
        message:
          'The body must be {"label": string}: 1 to 100 characters, not only whitespace, ' +
          'no control characters or line separators, and no API key.',
      })
    }
    const ip = request.ip?.()
    const from = await resolveIssuanceLimits(ip, context)
    const issuing = issueFreeKey(output.label, from.network, context, from)
    const { key, record } = await (isLoopback(ip)
      ? issuing.catch((error) => addOperatorHint(error, context))
      : issuing)
    return jsonResponse({ ok: true, key, tier: record.tier })
  },
})

/** Adds the operator's alternative to the error: a client on the loopback interface may be the operator. */
function addOperatorHint(error: unknown, { settings }: Context): never {
  if (!(error instanceof Problem) || error.code !== 'key_issuance_limited') throw error
  const { code, message, retryAfterSeconds } = error
  const { issueCommand } = settings
  const hint = issueCommand && ` The operator of this server can issue one at any time: ${issueCommand}`
  throw new Problem(code, { message: `${message}${hint}`, retryAfterSeconds })
}
