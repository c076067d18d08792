import { SignatureError, verifyReceived } from '#endpoint/signing/verify'
import type { Copy } from '#host/mirror/copy'
import { minutes } from '#kit/time'
import { ShapeError } from '#upstreams/parse/shape'

/** What a copy must be. */
interface Expected {
  /** Public keys of the central instance, as `ed25519-` and the raw key in base64. */
  readonly keys: readonly string[]
  /** Path and query that were requested. */
  readonly path: string
  /** Epoch milliseconds. */
  readonly now: number
}

/** How long past its end a copy is still passed on, though not kept: the clocks may differ. */
const MAX_STALE_MS = minutes(5)

/**
 * Verifies the signatures of a copy, and that its times are those that were signed: of text they are in
 * headers, which no signature covers.
 * @throws ShapeError that says what does not hold
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
    if (!isSame) throw new SignatureError('its times are not those that were signed')
    return copy
  } catch (error) {
    throw error instanceof SignatureError ? new ShapeError(`the answer is refused: ${error.message}`) : error
  }
}

/** Rounds an instant down to the second, as signatures have it. */
function inSeconds(at: number): number {
  return Math.floor(at / 1_000) * 1_000
}
