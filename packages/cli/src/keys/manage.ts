import type { KeyRecord } from '@space-data/core/accounts'
import { keyNotFound } from '#instance/core-errors'
import { type ServiceFlags, withService } from '#instance/service'
import { keyStateCell, keyStates, withoutHash } from '#keys/key-state'
import { printKeys } from '#keys/key-table'
import { formatInteger, printJson, printPairs } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

type Flags = ServiceFlags & { readonly json?: true }

/** Prints all keys, oldest first. */
export async function listKeys(flags: Flags, terminal: Terminal): Promise<void> {
  const { records, location } = await withService(flags, terminal, async ({ keys, store }) => ({
    records: await keys.list(),
    location: store.description,
  }))
  if (records.length === 0) {
    terminal.err(`No keys yet in ${location}. Issue one with: space-data keys issue --label me\n`)
  }
  if (flags.json) return printJson(records.map(withoutHash), terminal)
  return printKeys(records, terminal)
}

/** Prints a key's record. */
export async function showKey(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { record, siblings } = await withService(flags, terminal, async ({ accounts, keys }) => {
    const record = await keys.show(id)
    return { record, siblings: record && (await accounts.show(record.account))?.keys }
  })
  if (!record) throw keyNotFound(id)
  await printKey(record, siblings, flags, terminal)
}

/** Revokes a key and prints its record. */
export async function revokeKey(id: string, flags: Flags, terminal: Terminal): Promise<void> {
  const record = await withService(flags, terminal, ({ keys }) => keys.revoke(id))
  if (!record) throw keyNotFound(id)
  await printKey(record, [record], flags, terminal)
  terminal.err('Revoked. All servers on this store reject it within 5 seconds.\n')
}

/** Deletes keys that ended at least 30 days ago; with `--dry-run`, counts them only. */
export async function pruneKeys(
  { dryRun, ...flags }: Flags & { readonly dryRun?: true },
  terminal: Terminal,
): Promise<void> {
  const { checked, pruned } = await withService(flags, terminal, ({ keys }) => keys.prune({ dryRun }))
  if (flags.json) return printJson({ checked, pruned, dryRun: dryRun === true }, terminal)
  const verb = dryRun ? 'would be deleted' : 'deleted'
  await terminal.out(
    `${formatInteger(pruned)} of ${formatInteger(checked)} keys ${verb} (revoked or expired at least ` +
      '30 days ago)\n',
  )
}

async function printKey(
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
      created: formatMoment(record.createdAt, '-'),
      expires: formatMoment(record.expiresAt, 'never'),
      ...(record.paths && { paths: record.paths.join(', ') }),
      ...(record.networks && { networks: record.networks.join(', ') }),
      ...(record.replaces !== null && { replaces: record.replaces }),
      ...(successors.length > 0 && { 'replaced by': successors.join(', ') }),
      state: keyStateCell(keyStates(siblings, Date.now())(record)),
    },
    terminal,
  )
}
