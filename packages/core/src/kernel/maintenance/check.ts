import { checkKeys } from '#kernel/accounts/keys/check-keys'
import type { Context } from '#kernel/endpoint/endpoint'
import type { ExportedKinds } from '#kernel/storage/records/exported'
import { damage, type StoreFinding } from '#kernel/storage/records/finding'

/** Result of a check of the whole store. */
export interface StoreCheck {
  readonly findings: readonly StoreFinding[]
  /** Number of readable keys; `null` if the store is too damaged to read them. */
  readonly keys: number | null
  readonly accounts: number | null
  /** Time at which the newest key was issued; ISO 8601 UTC. */
  readonly newestKeyAt: string | null
}

/**
 * Checks the whole store without writing to it.
 *
 * @throws `store_unavailable` if the store cannot be reached
 */
export async function checkStore(kinds: ExportedKinds, context: Context): Promise<StoreCheck> {
  const damages = (await context.store.check?.('full')) ?? []
  if (damages.length > 0) {
    const findings = damages.map(damage)
    return { findings, keys: null, accounts: null, newestKeyAt: null }
  }
  const { findings, ...keys } = await checkKeys(context)
  for (const { check } of Object.values(kinds)) await check?.(context, findings)
  return { findings, ...keys }
}
