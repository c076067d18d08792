import { open } from 'node:fs/promises'
import {
  type Counts,
  type Imported,
  ImportInterruptedError,
  ImportRejectedError,
} from '@space-data/core/storage'
import { type ServiceFlags, withService } from '#instance/service'
import { CliError, errorCode, UsageError } from '#kit/errors'
import { fileErrorReason } from '#kit/files'
import { formatCount, formatInteger, inWords, printJson, printPairs } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { type Read, withSpool } from '#store/spool'

interface ImportFlags extends ServiceFlags {
  readonly overwrite?: true
  readonly json?: true
}

/** Imports an export into a store; fails if some keys conflict. */
export async function importStore(
  file: string | undefined,
  flags: ImportFlags,
  terminal: Terminal,
): Promise<void> {
  if (file === undefined) {
    if (!terminal.input)
      throw new UsageError('no input on stdin', 'Pass a file, or pipe the output of store export')
    return withSpool(terminal.input, (read) => importExport(read, 'stdin', flags, terminal))
  }
  const refuse = (error: unknown) => importFailed(file, error)
  const handle = await open(file).catch(refuse)
  try {
    // A pipe, such as `<(zcat export.gz)`, can be read only once.
    const isFile = (await handle.stat().catch(refuse)).isFile()
    const read = () => handle.createReadStream({ autoClose: false, ...(isFile && { start: 0 }) })
    await (isFile
      ? importExport(read, file, flags, terminal)
      : withSpool(read(), (again) => importExport(again, file, flags, terminal)))
  } finally {
    await handle.close()
  }
}

async function importExport(read: Read, from: string, flags: ImportFlags, terminal: Terminal): Promise<void> {
  const { overwrite = false } = flags
  const imported = await withService(
    flags,
    terminal,
    ({ store }) => store.import(read, { overwrite }).catch((error) => importFailed(from, error)),
    { use: 'writing' },
  )
  await (flags.json ? printJson(flat(imported), terminal) : printPairs(importedToPairs(imported), terminal))
  if (imported.conflicts.length > 0) throw importConflict(imported.conflicts, overwrite)
}

/** Returns all counts in one object, such as `keys`, `newKeys` and `overwrittenKeys`. */
function flat({ records, added, overwritten, conflicts }: Imported) {
  const named = (prefix: string, counts: Counts) =>
    Object.entries(counts).map(([type, count]) => [
      prefix + type.charAt(0).toUpperCase() + type.slice(1),
      count,
    ])
  const outcomes = Object.fromEntries([...named('new', added), ...named('overwritten', overwritten)])
  return { ...records, ...outcomes, conflicts }
}

function importedToPairs({ records, added, overwritten }: Imported) {
  const counts = Object.entries(records).map(([type, count]) => {
    const created = added[type]
    const outcome = created === undefined ? '' : describeOutcome(created, overwritten[type] ?? 0)
    return [inWords(type), formatInteger(count) + outcome]
  })
  return Object.fromEntries(counts)
}

/** Formats `, 10 new, 1 overwritten`. */
function describeOutcome(created: number, overwritten: number): string {
  const replaced = overwritten > 0 ? `, ${formatInteger(overwritten)} overwritten` : ''
  return `, ${formatInteger(created)} new${replaced}`
}

const NAMED = 5

function importConflict(ids: readonly string[], overwrite: boolean): CliError {
  const some = ids.slice(0, NAMED).join(', ')
  const more = ids.length > NAMED ? ` and ${formatInteger(ids.length - NAMED)} more` : ''
  return new CliError(
    `these ${describeKinds(ids)} differ from the export and were not changed: ${some}${more}`,
    overwrite
      ? 'Keys: they are different keys with equal ids; export them and issue new ones. Webhooks: they were ' +
          'deleted here within the hour; import again later'
      : 'Inspect them with keys show and webhooks list; --overwrite takes the export’s version, but revives ' +
          'no revoked or expired key and no old secret',
  )
}

function describeKinds(ids: readonly string[]): string {
  const count = ids.filter((id) => id.startsWith('wh_')).length
  if (count === 0) return 'keys'
  return count === ids.length ? 'webhooks' : 'keys and webhooks'
}

const NOTHING = 'Nothing was written. Import a complete export'
const AGAIN =
  'Fix the problem and import the same export again: what was written stays, and nothing is counted twice'

function importFailed(from: string, error: unknown): never {
  if (error instanceof CliError) throw error
  if (error instanceof ImportRejectedError)
    throw new CliError(`${from} was rejected: ${error.message}`, NOTHING, error)
  if (!(error instanceof ImportInterruptedError))
    throw new CliError(`import of ${from} failed: ${reasonOf(error)}`, NOTHING, error)
  const [written, total] = [formatInteger(error.written), formatCount(error.total, 'record')]
  const message = `import of ${from} failed after ${written} of ${total}: ${reasonOf(error.cause)}`
  throw new CliError(message, AGAIN, error)
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const isFull = [error, cause].some((one) => errorCode(one) === 'SQLITE_FULL')
  return isFull ? 'the disk of the store is full' : fileErrorReason(error)
}
