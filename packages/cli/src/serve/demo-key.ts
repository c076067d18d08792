import type { SpaceData } from '@space-data/core'
import { describeError } from '#errors'
import type { Log } from '#log/log'

const LIFE_MS = 7 * 86_400_000

/**
 * Issues the key that `serve --sample` prints; `undefined`, with a warning, if that fails.
 *
 * It is issued as an operator's key, so the network keeps its free key of the day. A key can be shown only
 * once, so every start issues a new one; they expire after a week, so that restarts do not accumulate valid
 * keys. Each has an account of its own: a `free` account holds one key, and a second server on the same store
 * must not end the first one's.
 */
export async function issueDemoKey({ keys }: SpaceData, log: Log): Promise<string | undefined> {
  try {
    const { key } = await keys.issue({
      tier: 'free',
      label: 'demo key of serve --sample',
      expiresInMs: LIFE_MS,
    })
    return key
  } catch (error) {
    log.warn(`could not issue the demo key: ${describeError(error)}`)
    return undefined
  }
}
