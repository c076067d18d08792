import { type SigningKeys, signingKeys, toBase64, utf8 } from '#alerts/webhooks/secrets'
import type { WebhookRecord } from '#alerts/webhooks/webhook-records'
import type { WebhookSettings } from '#kit/context'
import { hours } from '#kit/time'

/** How long the secret before a rotation signs along, in milliseconds. */
const OVERLAP_MS = hours(24)
/** Master secrets that sign, newest first; while one is replaced there are two. */
const MAX_MASTERS = 2

type SignedBy = Pick<WebhookRecord, 'id' | 'secretVersion' | 'rotatedAt'>

/** Returns the keys that a webhook's owner sees: newest master secret, current version. */
export function currentKeys(
  { id, secretVersion }: SignedBy,
  { masterSecrets }: WebhookSettings,
): Promise<SigningKeys> {
  return signingKeys(masterSecrets[0] ?? '', id, secretVersion)
}

/**
 * Returns the headers of Standard Webhooks 1.0.0 for one attempt. The current secret signs first; for 24
 * hours after a rotation the one before it signs, too.
 * @param messageId The same at every attempt.
 * @param now When the attempt begins, epoch milliseconds.
 */
export async function signatureHeaders(
  webhook: SignedBy,
  { masterSecrets }: WebhookSettings,
  messageId: string,
  body: string,
  now: number,
): Promise<Record<string, string>> {
  const masters = masterSecrets.slice(0, MAX_MASTERS)
  const timestamp = String(Math.floor(now / 1_000))
  const signed = utf8(`${messageId}.${timestamp}.${body}`)
  const signatures = await Promise.all(
    signingVersions(webhook, now).flatMap((version) =>
      masters.map(async (master) => sign(await signingKeys(master, webhook.id, version), signed)),
    ),
  )
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Signs bytes by both schemes: HMAC-SHA-256 (`v1`) and Ed25519 (`v1a`). */
export async function sign(
  { hmac, ed25519 }: Pick<SigningKeys, 'hmac' | 'ed25519'>,
  signed: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const [v1, v1a] = await Promise.all([
    crypto.subtle.sign('HMAC', hmac, signed),
    crypto.subtle.sign('Ed25519', ed25519, signed),
  ])
  return `v1,${toBase64(new Uint8Array(v1))} v1a,${toBase64(new Uint8Array(v1a))}`
}

function signingVersions({ secretVersion, rotatedAt }: SignedBy, now: number): number[] {
  const isOverlap = rotatedAt !== null && now < Date.parse(rotatedAt) + OVERLAP_MS
  return isOverlap && secretVersion > 1 ? [secretVersion, secretVersion - 1] : [secretVersion]
}
