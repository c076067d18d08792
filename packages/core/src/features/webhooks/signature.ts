import type { WebhookRecord } from '#features/alerts/webhook-records'
import { type SigningKeys, signingKeys, toBase64, utf8 } from '#features/webhooks/secrets'
import type { WebhookSettings } from '#features/webhooks/settings'
import { hours } from '#kernel/kit/time'

/** Time for which the previous secret also signs after a rotation, in milliseconds. */
const OVERLAP_MS = hours(24)
/** Maximum number of master secrets that sign, newest first. There are two while one is being replaced. */
const MAX_MASTERS = 2

type SignedBy = Pick<WebhookRecord, 'id' | 'secretVersion' | 'rotatedAt'>

/** Returns the keys shown to a webhook's owner: from the newest master secret, in the current version. */
export function currentKeys(
  { id, secretVersion }: SignedBy,
  { masterSecrets }: WebhookSettings,
): Promise<SigningKeys> {
  return signingKeys(masterSecrets[0] ?? '', id, secretVersion)
}

/**
 * Returns the headers of Standard Webhooks 1.0.0 for one attempt. The current secret signs first. For 24
 * hours after a rotation, the previous secret signs, too.
 * @param messageId Identical for every attempt.
 * @param now Time at which the attempt begins, epoch milliseconds.
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
