import type { KeyRecord } from '@space-data/core'
import { stateCell, statesOf, withoutHash } from '#key-state'
import { printKeys } from '#key-table'
import { type WorldFlags, withOpen } from '#open'
import { printJson, printPairs, wholeOf } from '#print'
import { noSuchKey } from '#refused'
import type { Terminal } from '#terminal'
import { momentOf } from '#times'

type Flags = WorldFlags & { readonly json?: true }

/** Prints all keys, oldest first. */
export async function listKeys(flags: Flags, terminal: Terminal): Promise<void> {
  const { records, place } = await withOpen(flags, terminal, async ({ keys, storeDescription }) => ({
    records: await keys.list(),
    place: storeDescription,
  }))
  if (records.length === 0) {
    terminal.err(`No keys yet in ${place}. Issue one with: space-data keys issue --tier free --label me\n`)
  }
  if (flags.json) return printJson(records.map(withoutHash), terminal)
  return printKeys(records, terminal)
}

/** Prints what is known of a key. */
export async function showKey(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { record, siblings } = await withOpen(flags, terminal, async ({ accounts, keys }) => {
    const record = await keys.show(id)
    return { record, siblings: record && (await accounts.show(record.account))?.keys }
  })
  if (!record) throw noSuchKey(id)
  await print(record, siblings, flags, terminal)
}

/** Revokes a key, and prints what is known of it. */
export async function revokeKey(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const record = await withOpen(flags, terminal, ({ keys }) => keys.revoke(id))
  if (!record) throw noSuchKey(id)
  await print(record, [record], flags, terminal)
  terminal.err('Revoked: within 5 seconds no server on this store accepts it.\n')
}

/** Forgets the keys that ended long ago, or says how many there are. */
export async function pruneKeys(
  { dryRun, ...flags }: Flags & { readonly dryRun?: true },
  terminal: Terminal,
): Promise<void> {
  const { looked_at, pruned } = await withOpen(flags, terminal, ({ keys }) => keys.prune({ dryRun }))
  if (flags.json) return printJson({ looked_at, pruned, dry_run: dryRun === true }, terminal)
  const verb = dryRun ? 'would be deleted' : 'deleted'
  await terminal.out(
    `${wholeOf(pruned)} of ${wholeOf(looked_at)} keys ${verb}: revoked or expired for 30 days or more\n`,
  )
}

async function print(
  record: KeyRecord,
  siblings: readonly KeyRecord[] = [record],
  flags: Flags,
  terminal: Terminal,
): Promise<void> {
  if (flags.json) return printJson(withoutHash(record), terminal)
  const successors = siblings.filter(({ replaces }) => replaces === record.id).map(({ id }) => id)
  return printPairs(
    {
      id: record.id,
      label: record.label,
      tier: record.tier,
      account: record.account,
      created: momentOf(record.created_at, '-'),
      expires: momentOf(record.expires_at, 'never'),
      ...(record.replaces !== null && { replaces: record.replaces }),
      ...(successors.length > 0 && { 'replaced by': successors.join(', ') }),
      state: stateCell(statesOf(siblings, Date.now())(record)),
    },
    terminal,
  )
}
