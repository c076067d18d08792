import type { Context } from '#context'
import { keyFindings } from '#maintenance/check-keys'
import { shellFindings } from '#maintenance/check-shells'
import { damage, reading, type StoreFinding } from '#maintenance/finding'
import { CheckReports, worldsWithReports } from '#store/check-reports'

/** A look through the whole store. */
export interface StoreCheck {
  readonly findings: readonly StoreFinding[]
  /** Keys that can be read; `null` where the store is too damaged to look at them. */
  readonly keys: number | null
  readonly accounts: number | null
  /** When the newest key was issued; ISO 8601 UTC. */
  readonly newest_key_at: string | null
}

/** Looks through the whole store, without a write. Throws `store_unavailable` where it cannot be asked. */
export async function checkStore(context: Context): Promise<StoreCheck> {
  const damages = (await context.store.check?.('full')) ?? []
  if (damages.length > 0) {
    const findings = damages.map(damage)
    return { findings, keys: null, accounts: null, newest_key_at: null }
  }
  const { findings, ...keys } = await keyFindings(context)
  return {
    findings: [...findings, ...(await shellFindings(context)), ...(await reportFindings(context))],
    ...keys,
  }
}

async function reportFindings({ store, now }: Context): Promise<StoreFinding[]> {
  const findings: StoreFinding[] = []
  for (const world of await worldsWithReports(store)) {
    const missing = await reading(() => new CheckReports(store, world, now).missing(), findings)
    for (const at of missing ?? []) findings.push(damage(`the report of the upstream check of ${at} is gone`))
  }
  return findings
}
