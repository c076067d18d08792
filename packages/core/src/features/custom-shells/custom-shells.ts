import type { CustomShellRecord, CustomShellRecords } from '#features/custom-shells/custom-shell-records'
import { type CustomShell, MAX_CUSTOM_SHELLS } from '#features/debris/custom-groups/custom-shell'
import { readKeysNow } from '#kernel/accounts/keys/account-keys'
import { tierOf } from '#kernel/accounts/quota/tiers'
import type { Context } from '#kernel/endpoint/endpoint'
import { mapInBatches } from '#kernel/storage/records/batches'

/** A custom shell and the account that owns it. */
interface OwnedShell {
  readonly account: string
  readonly record: CustomShellRecord
}

/**
 * Returns the custom shells to count: for each account, the oldest ones up to the limit of its current tier.
 * Shells beyond 1,000 are left out and reported.
 */
export async function listCustomShells(
  records: CustomShellRecords,
  context: Context,
): Promise<readonly CustomShell[]> {
  const { settings } = context
  const owned = await listOwnedShells(records)
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
export async function listOwnedShells(records: CustomShellRecords): Promise<OwnedShell[]> {
  const accounts = [...(await records.accounts())]
  const shells = await mapInBatches(accounts, (account) => records.ofAccount(account))
  const owned = accounts.flatMap((account, i) => (shells[i] ?? []).map((record) => ({ account, record })))
  const order = ({ createdAt, id }: CustomShellRecord) => `${createdAt} ${id}`
  return owned.sort((one, other) => (order(one.record) < order(other.record) ? -1 : 1))
}
