import type { InferOutput } from 'valibot'
import type {
  deliveryData,
  parameters as parametersSchema,
  webhookData,
  webhookWithSecretData,
} from '#alerts/webhooks/endpoints/schemas'
import type { DeliveryAttempt, Webhook, WebhookWithSecret } from '#alerts/webhooks/webhook'
import type { WebhookParameters } from '#alerts/webhooks/webhook-records'

type ParametersOnWire = InferOutput<typeof parametersSchema>

/** Returns a webhook as clients receive it. */
export function toWebhookData(webhook: Webhook): InferOutput<typeof webhookData> {
  return {
    ...declared(webhook),
    disabled_reason: webhook.disabledReason,
    disabled_at: webhook.disabledAt,
    failing_since: webhook.failingSince,
    last_success_at: webhook.lastSuccessAt,
    last_error: webhook.lastError,
    pending: webhook.pending,
    next_attempt_at: webhook.nextAttemptAt,
    public_key: webhook.publicKey,
    created_at: webhook.createdAt,
  }
}

/** Returns a webhook with its secret as its owner receives it, once. */
export function toSecretData(webhook: WebhookWithSecret): InferOutput<typeof webhookWithSecretData> {
  const { secret, publicKey: public_key, createdAt: created_at } = webhook
  return { ...declared(webhook), secret, public_key, created_at }
}

function declared({ id, url, types, parameters, description, status }: Webhook) {
  return { id, url, types: [...types], parameters: toParameterData(parameters), description, status }
}

function toParameterData(parameters: WebhookParameters): Required<ParametersOnWire> {
  const { noradIds, altitudesKm, minGScale, minSScale, minFlareClass } = parameters
  return {
    norad_ids: noradIds ? [...noradIds] : null,
    altitudes_km: altitudesKm ? [...altitudesKm] : null,
    min_g_scale: minGScale ?? null,
    min_s_scale: minSScale ?? null,
    min_flare_class: minFlareClass ?? null,
  }
}

/** Returns the parameters that a client has sent; those that are `null` restrict nothing. */
export function fromParameterData(sent: ParametersOnWire): WebhookParameters {
  return {
    ...(sent.norad_ids && { noradIds: sent.norad_ids }),
    ...(sent.altitudes_km && { altitudesKm: sent.altitudes_km }),
    ...(sent.min_g_scale && { minGScale: sent.min_g_scale }),
    ...(sent.min_s_scale && { minSScale: sent.min_s_scale }),
    ...(sent.min_flare_class && { minFlareClass: sent.min_flare_class }),
  }
}

/** Returns an attempt as clients receive it. */
export function toDeliveryData(attempt: DeliveryAttempt): InferOutput<typeof deliveryData> {
  return {
    attempt: attempt.attempt,
    try_number: attempt.tryNumber,
    alert_id: attempt.alertId,
    alert_type: attempt.alertType,
    sequence: attempt.sequence,
    started_at: attempt.startedAt,
    outcome: attempt.outcome,
    http_status: attempt.httpStatus,
    duration_ms: attempt.durationMs,
    error: attempt.error,
    answer: attempt.answer,
  }
}
