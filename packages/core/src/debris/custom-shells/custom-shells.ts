import { readKeysNow } from '#accounts/keys/account-keys'
import { tierOf } from '#accounts/quota/tiers'
import type { DebrisContext } from '#debris/context'
import { type CustomShell, MAX_CUSTOM_SHELLS } from '#debris/custom-shells/custom-shell'
import type { CustomShellRecord } from '#debris/custom-shells/custom-shell-records'
import { mapInBatches } from '#storage/records/batches'

/** A custom shell and the account that owns it. */
interface OwnedShell {
  readonly account: string
  readonly record: CustomShellRecord
}

/**
 * Returns the custom shells to count: for each account, the oldest ones up to the limit of its current tier.
 * Shells beyond 1,000 are left out and reported.
 */
export async function listCustomShells(context: DebrisContext): Promise<readonly CustomShell[]> {
  const { settings } = context
  const owned = await listOwnedShells(context)
  const keys = await readKeysNow([...new Set(owned.map(({ account }) => account))], context)
  const counted = new Map<string, number>()
  const included = owned.filter(({ account }) => {
    const newest = keys.get(account)?.at(-1)
    const limit = newest ? tierOf(newest.tier, settings.tiers).customShells : 0
    const before = counted.get(account) ?? 0
    if (before >= limit) return false
    counted.set(account, before + 1)
    return true
  })
  const left = included.length - MAX_CUSTOM_SHELLS
  if (left > 0)
    context.onError(new RangeError(`${left} custom shells beyond ${MAX_CUSTOM_SHELLS} are not counted`))
  return included
    .slice(0, MAX_CUSTOM_SHELLS)
    .map(({ record: { id, grid, filter } }) => ({ id, grid, filter }))
}

/** Returns the custom shells of all accounts, oldest first. */
export async function listOwnedShells({ debris: { customShells } }: DebrisContext): Promise<OwnedShell[]> {
  const accounts = [...(await customShells.accounts())]
  const records = await mapInBatches(accounts, (account) => customShells.ofAccount(account))
  const owned = accounts.flatMap((account, i) => (records[i] ?? []).map((record) => ({ account, record })))
  const order = ({ createdAt, id }: CustomShellRecord) => `${createdAt} ${id}`
  return owned.sort((one, other) => (order(one.record) < order(other.record) ? -1 : 1))
}
