import { accountEntry, KeyRecords } from '#kernel/accounts/keys/key-records'
import type { Context } from '#kernel/endpoint/endpoint'
import { seconds } from '#kernel/kit/time'
import { mapInBatches } from '#kernel/storage/records/batches'
import { damage, note, type StoreFinding, tryRead } from '#kernel/storage/records/finding'

/** Longest time between the writes of one issuance, in milliseconds. */
const ISSUANCE_MS = seconds(1)

/** Checks that every key is readable, that both indexes list it, and that no index entry is orphaned. */
export async function checkKeys({ store }: Context) {
  const records = new KeyRecords(store)
  const findings: StoreFinding[] = []
  const hashes = await records.hashes()
  // Read after the keys, as an issuance writes its index entries first.
  const { ids, ofAccounts } = await records.listIndexes()
  const indexed = new Set(ofAccounts)
  const accountsById = new Map<string, string>()
  let newest: string | null = null

  await mapInBatches(hashes, async (hash) => {
    const key = await tryRead(() => records.byHash(hash), findings)
    if (!key) return
    accountsById.set(key.id, key.account)
    if (newest === null || key.createdAt > newest) newest = key.createdAt
    const found = await tryRead(() => records.findHash(key.id), findings)
    if (found !== hash) findings.push(damage(`key ${key.id} cannot be found by its id`))
    if (key.account !== key.id && !indexed.has(accountEntry(key)))
      findings.push(damage(`key ${key.id} is missing from the index of account ${key.account}`))
  })

  const danglingIds = await findDanglingIds(
    ids.filter((id) => !accountsById.has(id)),
    records,
  )
  for (const id of danglingIds) findings.push(note(`id ${id} points to no key: its issuance was interrupted`))
  const strayEntries = ofAccounts.filter((entry) => {
    const [account, id = ''] = entry.split(':')
    return accountsById.has(id) ? accountsById.get(id) !== account : !ids.includes(id)
  })
  for (const entry of strayEntries)
    findings.push(note(`account index entry ${entry} points to no key of that account`))
  return {
    findings,
    keys: accountsById.size,
    accounts: new Set(accountsById.values()).size,
    newestKeyAt: newest,
  }
}

/** Returns the ids without a key, checked again after a second because an issuance writes the key last. */
async function findDanglingIds(ids: readonly string[], records: KeyRecords): Promise<string[]> {
  if (ids.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, ISSUANCE_MS))
  const dangling = await mapInBatches(ids, (id) => isDangling(id, records))
  return ids.filter((_, i) => dangling[i])
}

/** Returns whether no key has this id; an unreadable record counts as a key. */
async function isDangling(id: string, records: KeyRecords): Promise<boolean> {
  const unreadable: StoreFinding[] = []
  const key = await tryRead(() => records.byId(id), unreadable)
  return key === undefined && unreadable.length === 0
}
