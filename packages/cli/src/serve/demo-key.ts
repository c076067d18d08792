import { hostname } from 'node:os'
import type { WholeSpaceData } from '@space-data/core'
import type { KeyRecord } from '@space-data/core/accounts'
import { describeError } from '#kit/errors'
import type { Log } from '#serve/log/log'

const LIFE_MS = 7 * 86_400_000
const LONGEST_LABEL = 100

/**
 * Issues the key that `serve --sample` prints; `undefined`, with a warning, if that fails.
 *
 * It is issued as an operator's key, so the network keeps its free key of the day. A key can be shown only
 * once, so every start issues a new one and revokes the keys of earlier starts at the same address. Each key
 * has its own account: a `free` account holds one key, and a second server on the same store must not end the
 * first server's key.
 * @param port Where the server listens.
 */
export async function issueDemoKey(
  { keys }: WholeSpaceData,
  port: string,
  log: Log,
): Promise<string | undefined> {
  const label = `demo key of serve --sample, ${hostname()}:${port}`.slice(-LONGEST_LABEL)
  try {
    const former = (await keys.list()).filter((record) => isDemoKey(record, label))
    const { key } = await keys.issue({ tier: 'free', label, expiresInMs: LIFE_MS })
    for (const { id } of former) await keys.revoke(id)
    return key
  } catch (error) {
    log.warn(`could not issue the demo key: ${describeError(error)}`)
    return undefined
  }
}

/** Whether a key was issued here: a key of the same name that a user issued has another lifetime. */
function isDemoKey(
  { label, account, id, createdAt, expiresAt, revokedAt }: KeyRecord,
  ours: string,
): boolean {
  const lifeMs = expiresAt === null ? undefined : Date.parse(expiresAt) - Date.parse(createdAt)
  return label === ours && account === id && lifeMs === LIFE_MS && revokedAt === null
}
