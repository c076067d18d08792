import type { Copy } from '#adapters/mirror/copy'
import { SignatureError, verifyReceived } from '#features/signing/verify'
import { minutes } from '#kernel/kit/time'
import { ShapeError } from '#kernel/upstreams/parse/shape'

/** Expectations for a copy. */
interface Expected {
  /** Public keys of the central instance, as `ed25519-` and the raw key in base64. */
  readonly keys: readonly string[]
  /** Requested path and query. */
  readonly path: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** Time after its expiry for which a copy is still forwarded, but not stored, as the clocks may differ. */
const MAX_STALE_MS = minutes(5)

/**
 * Verifies the signatures of a copy, and that its times match the signed ones, as the times of text are in
 * headers that no signature covers.
 * @throws ShapeError with the reason of the failure
 */
export async function verifyCopy(copy: Copy, expected: Expected): Promise<Copy> {
  const { type, body, signature = [], pulledAt, validUntil } = copy
  const header = (name: string) =>
    name === 'content-type' ? type : (signature[signature.indexOf(name) + 1] ?? null)
  try {
    const signed = await verifyReceived(
      { status: 200, header, body },
      { ...expected, maxStaleMs: MAX_STALE_MS },
    )
    const isSame = inSeconds(pulledAt) === signed.createdAt && inSeconds(validUntil) === signed.expiresAt
    if (!isSame) throw new SignatureError('its times do not match the signed times')
    return copy
  } catch (error) {
    throw error instanceof SignatureError
      ? new ShapeError(`the response is rejected: ${error.message}`)
      : error
  }
}

/** Rounds an instant down to the second, as in signatures. */
function inSeconds(at: number): number {
  return Math.floor(at / 1_000) * 1_000
}
