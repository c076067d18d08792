import type { Context } from '#context'
import { damage, note, reading, type StoreFinding } from '#maintenance/finding'
import { inSlices, type KeyRecord, KeyRecords } from '#store/keys'
import { whyUnreadable } from '#store/store'
import { seconds } from '#time'

/** How long an issuance that is under way may take between two of its writes. */
const UNDER_WAY_MS = seconds(1)

/** Whether every key can be read, is found by its id and by its account, and nothing leads to a key that is not there. */
export async function keyFindings({ store }: Context) {
  const records = new KeyRecords(store)
  const findings: StoreFinding[] = []
  const hashes = await records.hashes()
  // After the keys: what leads to a key is written before it.
  const { ids, ofAccounts } = await records.finders()
  const listed = new Set(ofAccounts)
  const known = new Map<string, string>()
  let newest: string | null = null

  await inSlices(hashes, async (hash) => {
    const key = await reading(() => records.byHash(hash), findings)
    if (!key) return
    known.set(key.id, key.account)
    if (newest === null || key.created_at > newest) newest = key.created_at
    const found = await reading(() => records.hashOfId(key.id), findings)
    if (found !== hash) findings.push(damage(`the key ${key.id} is not found by its id`))
    if (key.account !== key.id && !listed.has(entryOf(key)))
      findings.push(damage(`the key ${key.id} is not found by its account ${key.account}`))
  })

  const leadNowhere = await stillNowhere(
    ids.filter((id) => !known.has(id)),
    records,
  )
  for (const id of leadNowhere)
    findings.push(note(`the id ${id} leads to no key: its issuance was broken off`))
  const others = ofAccounts.filter((entry) => {
    const [account, id = ''] = entry.split(':')
    return known.has(id) ? known.get(id) !== account : !ids.includes(id)
  })
  for (const entry of others) findings.push(note(`an account lists a key that it does not have: ${entry}`))
  return { findings, keys: known.size, accounts: new Set(known.values()).size, newest_key_at: newest }
}

function entryOf({ account, id }: KeyRecord): string {
  return `${account}:${id}`
}

/** Those ids that lead to no key, also a moment later: a key that is being issued is written last. */
async function stillNowhere(ids: readonly string[], records: KeyRecords): Promise<string[]> {
  if (ids.length === 0) return []
  await new Promise((resolve) => setTimeout(resolve, UNDER_WAY_MS))
  const areNowhere = await inSlices(ids, (id) => leadsNowhere(id, records))
  return ids.filter((_, i) => areNowhere[i])
}

/** One whose record cannot be read leads somewhere. */
async function leadsNowhere(id: string, records: KeyRecords): Promise<boolean> {
  try {
    return (await records.byId(id)) === undefined
  } catch (error) {
    if (whyUnreadable(error) === undefined) throw error
    return false
  }
}
