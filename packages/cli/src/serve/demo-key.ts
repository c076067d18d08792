import type { SpaceData } from '@space-data/core'
import { inOneLine } from '#failure'
import type { Log } from '#log/log'

const LIFE_MS = 7 * 86_400_000

/**
 * Issues the key that `serve --sample` shows at its start; `undefined`, told in one line, when the store cannot.
 *
 * It is an operator's key, so nobody's free key of the day is spent on it. A key can be shown only when it is issued,
 * so each start issues another, and they expire after a week: longer than anybody looks at sample data, soon enough
 * that restarts do not pile up valid keys. Each is an account of its own: an account holds one key of tier `free`, and
 * a second server on the same store must not end the key of the first.
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
    log.warn(`no demo key could be issued: ${inOneLine(error)}`)
    return undefined
  }
}
