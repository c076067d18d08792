import * as v from 'valibot'
import { format, parameters } from '#features/webhooks/endpoints/schemas'
import { isLabel } from '#kernel/accounts/keys/label'
import { named, oneOf } from '#kernel/endpoint/schemas'

const url = v.pipe(
  v.string(),
  v.regex(/^https?:\/\//),
  v.maxLength(2_048),
  v.description('URL of the receiver: a public https URL of at most 2,048 characters'),
  v.examples(['https://receiver.example/alerts']),
)

const types = v.pipe(
  v.array(v.pipe(v.string(), v.regex(/^(\*|[a-z0-9_]+(\.[a-z0-9_]+)*(\.\*)?)$/), v.maxLength(80))),
  v.maxLength(20),
  v.description(
    'Types of alerts to send: up to 20 types of /ref/alert-types or patterns such as geomagnetic.*, none ' +
      'for all public types',
  ),
  v.examples([['geomagnetic.*', 'solar.flare']]),
)

const description = v.pipe(
  v.nullable(v.pipe(v.string(), v.check(isLabel), v.metadata({ minLength: 1, maxLength: 100 }))),
  v.description('Description for the owner: 1 to 100 characters, no control characters, or null for none'),
  v.examples(['Pager of the night shift']),
)

const members = {
  types: v.exactOptional(types),
  parameters: v.exactOptional(parameters),
  description: v.exactOptional(description),
}

/** Schema of the body that creates a webhook. */
export const creation = named(
  'WebhookCreation',
  v.pipe(
    v.object({ url, ...members, format: v.exactOptional(format) }),
    v.examples([{ url: 'https://receiver.example/alerts', types: ['geomagnetic.*'] }]),
  ),
)

/** Schema of the body that changes a webhook: absent members stay unchanged. */
export const change = named(
  'WebhookChange',
  v.pipe(
    v.object({
      url: v.exactOptional(url),
      ...members,
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
            'Sequence after which to begin: a whole number; absent to begin where the webhook was last ' +
              'disabled',
          ),
          v.examples([4711]),
        ),
      ),
    }),
    v.examples([{ after: 4711 }]),
  ),
)
