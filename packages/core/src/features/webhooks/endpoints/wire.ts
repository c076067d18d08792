import type { InferOutput } from 'valibot'
import type { WebhookParameters } from '#features/alerts/webhook-records'
import type {
  deliveryData,
  parameters as parametersSchema,
  webhookData,
  webhookWithSecretData,
} from '#features/webhooks/endpoints/schemas'
import { fromSnakeCase, toSnakeCase } from '#features/webhooks/snake-case'
import type { DeliveryAttempt, Webhook, WebhookWithSecret } from '#features/webhooks/webhook'

type ParametersOnWire = InferOutput<typeof parametersSchema>

/** Parameters that restrict nothing. */
const ANY: Readonly<Record<keyof WebhookParameters, null>> = {
  noradIds: null,
  altitudesKm: null,
  minGScale: null,
  minSScale: null,
  minFlareClass: null,
  latitude: null,
  longitude: null,
  minPercent: null,
  onlyDark: null,
  passesOf: null,
  minElevationDeg: null,
  minutesBefore: null,
  onlyVisible: null,
}

/** Returns a webhook in the form that clients receive. */
export function toWebhookData({ createdAt, ...webhook }: Webhook): InferOutput<typeof webhookData> {
  const parameters = { ...ANY, ...webhook.parameters }
  return toSnakeCase({ ...webhook, parameters, createdAt }) as InferOutput<typeof webhookData>
}

/** Returns a webhook with its secret in the form that its owner receives once. */
export function toSecretData(webhook: WebhookWithSecret): InferOutput<typeof webhookWithSecretData> {
  const { id, url, types, parameters, description, format, status, public_key, created_at } =
    toWebhookData(webhook)
  const { secret } = webhook
  return { id, url, types, parameters, description, format, status, secret, public_key, created_at }
}

/** Returns the parameters sent by a client. Parameters that are `null` restrict nothing. */
export function fromParameterData(sent: ParametersOnWire): WebhookParameters {
  return fromSnakeCase(Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)))
}

/** Returns an attempt in the form that clients receive. */
export function toDeliveryData(attempt: DeliveryAttempt): InferOutput<typeof deliveryData> {
  return toSnakeCase(attempt) as InferOutput<typeof deliveryData>
}
