import { SignatureError, verifyReceived } from '@space-data/core/verify'
import type { Exchange } from '#doctor/target'

/** Longest time for which an operator may allow stale data. */
const MAX_STALE_MS = 7 * 86_400_000

/** Verifies the signatures of a response with the public keys of the instance; returns the fault, if any. */
export async function findSignatureFault(
  { status, headers, body, path, servedAt }: Exchange,
  keys: readonly string[],
): Promise<string | undefined> {
  const answer = { status, header: (name: string) => headers.get(name), body }
  try {
    await verifyReceived(answer, { keys, path, now: servedAt, maxStaleMs: MAX_STALE_MS })
    return undefined
  } catch (error) {
    if (error instanceof SignatureError) return error.message
    throw error
  }
}
