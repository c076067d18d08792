import { checkKeys } from '#host/maintenance/check-keys'
import { checkShells } from '#host/maintenance/check-shells'
import { damage, type StoreFinding } from '#host/maintenance/finding'
import { kinds, members } from '#host/maintenance/kinds'
import type { Context } from '#kit/context'

/** The result of a check of the whole store. */
export interface StoreCheck {
  readonly findings: readonly StoreFinding[]
  /** Number of readable keys; `null` if the store is too damaged to read them. */
  readonly keys: number | null
  readonly accounts: number | null
  /** When the newest key was issued; ISO 8601 UTC. */
  readonly newestKeyAt: string | null
}

/**
 * Checks the whole store without writing to it.
 *
 * @throws `store_unavailable` if the store cannot be reached
 */
export async function checkStore(context: Context): Promise<StoreCheck> {
  const damages = (await context.store.check?.('full')) ?? []
  if (damages.length > 0) {
    const findings = damages.map(damage)
    return { findings, keys: null, accounts: null, newestKeyAt: null }
  }
  const { findings, ...keys } = await checkKeys(context)
  await checkShells(context, findings)
  for (const member of members) await kinds[member].check?.(context, findings)
  return { findings, ...keys }
}
