import * as v from 'valibot'
import { readJsonBody } from '#declare/body'
import type { Endpoint } from '#declare/endpoint'
import { jsonAnswer } from '#declare/json-answer'
import { text } from '#declare/schemas'
import { issuingOf } from '#keys/issuance'
import { issueSelfServe } from '#keys/issue'
import { isLabel } from '#keys/label'
import { isLoopback } from '#keys/network'
import { holdsSecret } from '#keys/secret'
import { Problem } from '#problem'

const MAX_BODY_BYTES = 1_024

const body = v.object({
  label: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(100),
    v.description('Free-form caller label: 1 to 100 characters, no control characters or line separators'),
    v.examples(['my dashboard']),
  ),
})

/** Issues a free key to anyone, one per network and UTC day, without an e-mail address. */
export const issueKey: Endpoint = {
  method: 'POST',
  path: '/v1/keys',
  summary: 'Issue a free API key',
  description:
    'One key per network (IPv4 address or IPv6 /64) and UTC day, unless the operator says otherwise; larger blocks of addresses and the whole service have limits of their own. The key is shown once: only its hash is kept. The body is at most 1 KiB. Browsers may ask from this site alone.',
  tag: 'Keys',
  access: 'issuance',
  upstreams: [],
  pathParameters: {},
  queryParameters: {},
  requestBody: body,
  success: {
    status: 200,
    description: 'The new key, shown this once',
    content: {
      'application/json': v.strictObject({
        ok: v.pipe(v.literal(true), v.description('true on success'), v.examples([true])),
        key: text('Plaintext API key, shown once only', 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'),
        tier: v.pipe(v.literal('free'), v.description('Tier of the new key'), v.examples(['free'])),
      }),
    },
  },
  problems: [
    'invalid_body',
    'payload_too_large',
    'unsupported_media_type',
    'key_issuance_limited',
    'store_unavailable',
  ],
  async answer({ ask, context }) {
    const { output, success } = v.safeParse(
      v.object({ label: v.string() }),
      await readJsonBody(ask, MAX_BODY_BYTES),
    )
    const { keyPrefix } = context.settings
    if (!success || !isLabel(output.label) || holdsSecret(output.label, keyPrefix)) {
      throw new Problem('invalid_body', {
        message:
          'The body must be {"label": string}: 1 to 100 characters, no control characters or line separators, and no key.',
      })
    }
    const ip = ask.ip?.()
    const from = await issuingOf(ip, context)
    const issuing = issueSelfServe(output.label, from.network, context, from)
    const { key, record } = await (isLoopback(ip) ? issuing.catch(withWayOut) : issuing)
    return jsonAnswer({ ok: true, key, tier: record.tier })
  },
}

/** Who asks from the server's own machine may be its operator, for whom there is another way. */
function withWayOut(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'key_issuance_limited') throw error
  const { code, message, retryAfterSeconds } = error
  throw new Problem(code, { message: `${message} ${WAY_OUT}`, retryAfterSeconds })
}

const WAY_OUT = 'The operator of this server can issue one at any time: space-data keys issue'
