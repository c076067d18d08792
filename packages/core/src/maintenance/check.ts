import type { Context } from '#context'
import { checkKeys } from '#maintenance/check-keys'
import { checkShells } from '#maintenance/check-shells'
import { damage, type StoreFinding, tryRead } from '#maintenance/finding'
import { CheckReports, listOriginsIdsWithReports } from '#store/repositories/check-reports'

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
  return {
    findings: [...findings, ...(await checkShells(context)), ...(await checkReports(context))],
    ...keys,
  }
}

async function checkReports({ store, now }: Context): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = []
  for (const originsId of await listOriginsIdsWithReports(store)) {
    const missing = await tryRead(() => new CheckReports(store, originsId, now).listMissing(), findings)
    for (const at of missing ?? []) findings.push(damage(`the upstream check report of ${at} is missing`))
  }
  return findings
}
