import type { Json, OpenApiComponents } from '#features/reference/openapi/components'
import { toPascalCase } from '#features/reference/openapi/pascal-case'
import { createSchema } from '#features/reference/openapi/schema'
import type { WebhookMessage } from '#kernel/endpoint/endpoint'

/** Creates the `webhooks` of the document, by type of message; stores shared parts in `components`. */
export function createWebhookItems(
  messages: readonly WebhookMessage[],
  components: OpenApiComponents,
): Record<string, Json> {
  return Object.fromEntries(
    messages.map((message) => [message.type, { post: createReceipt(message, components) }]),
  )
}

function createReceipt({ type, summary, message }: WebhookMessage, components: OpenApiComponents): Json {
  return {
    operationId: `receive${toPascalCase(type)}`,
    summary: `Receives ${type}`,
    description: `${summary} Signed according to Standard Webhooks 1.0.0.`,
    tags: ['Webhooks'],
    security: [],
    parameters: Object.entries(HEADERS).map(([name, header]) =>
      components.share('parameters', name, { name, in: 'header', required: true, ...header }),
    ),
    requestBody: {
      description: 'The alert, in at most 20 kB',
      required: true,
      content: { 'application/json': { schema: createSchema(message, components) } },
    },
    responses: Object.fromEntries(
      Object.entries(ANSWERS).map(([status, [name, description]]) => [
        status,
        components.share('responses', name, { description }),
      ]),
    ),
  }
}

const HEADERS: Record<string, Json> = {
  'webhook-id': {
    description:
      'Id of the alert, identical for every attempt; receivers should ignore ids that they have already ' +
      'processed',
    schema: {
      type: 'string',
      maxLength: 64,
      pattern: '^[A-Za-z0-9_]{1,64}$',
      examples: ['evt_0f8fad5bd9cb469fa16570867728950e'],
    },
  },
  'webhook-timestamp': {
    description:
      'Time of this attempt, in seconds since 1970; receivers should reject messages that are not recent',
    schema: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      maximum: 9_999_999_999,
      examples: [1_795_262_400],
    },
  },
  'webhook-signature': {
    description:
      'Signatures of `<webhook-id>.<webhook-timestamp>.<body>`, separated by spaces: `v1,` and an HMAC-SHA-256 ' +
      'with the secret, `v1a,` and an Ed25519 signature; two of each for 24 hours after a rotation',
    schema: {
      type: 'string',
      maxLength: 500,
      pattern: '^v1a?,[A-Za-z0-9+/=]+( v1a?,[A-Za-z0-9+/=]+)*$',
      examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='],
    },
  },
}

/** Possible responses of a receiver by status, with the name of each response. */
const ANSWERS = {
  '2XX': ['AlertReceived', 'The alert was received. The body is ignored.'],
  410: ['ReceiverGone', 'The receiver is gone. The webhook is disabled.'],
  default: [
    'AlertNotReceived',
    'The attempt failed: any other response, including redirects, or no response within 15 s. It is ' +
      'repeated up to nine times over three days; `Retry-After` is honoured. After five days of failures, ' +
      'the webhook is disabled.',
  ],
} as const
