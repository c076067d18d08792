import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ServiceFlags, withService } from '#instance/service'
import { CliError, describeError, errorCode } from '#kit/errors'
import { writeError } from '#kit/files'
import { formatInteger, formatMinute, formatSize, printJson, printPairs } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { RESTORE } from '#store/sqlite'

/** Copies a SQLite store to a new file, checks the copy and prints its contents. */
export async function backUpStore(
  name: string,
  flags: ServiceFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const file = resolve(name)
  await withService(flags, terminal, async ({ store }) => {
    if (!store.backup) throw backupUnsupported(store.description)
    await store.backup(file).catch((error) => {
      throw errorCode(error) === 'SQLITE_CORRUPT'
        ? damagedStore(store.description, error)
        : writeError(file, error)
    })
  })
  const check = withService({ ...flags, store: `sqlite:${file}` }, terminal, ({ store }) => store.check())
  const { findings, keys, accounts, newestKeyAt } = await check.catch((error) => copyNotChecked(file, error))
  const damage = findings.find(({ kind }) => kind === 'damage')
  if (damage) throw new CliError(`the store is damaged, and so is the copy ${file}: ${damage.what}`, RESTORE)
  const { size } = await stat(file)
  if (flags.json) return printJson({ file, bytes: size, keys, accounts, newestKeyAt }, terminal)
  return printPairs(
    {
      file,
      size: formatSize(size),
      keys: formatInteger(keys ?? 0),
      accounts: formatInteger(accounts ?? 0),
      'newest key': formatMinute(newestKeyAt, 'none'),
    },
    terminal,
  )
}

function damagedStore(location: string, error: unknown): CliError {
  return new CliError(`${location} is damaged; no copy was written: ${describeError(error)}`, RESTORE, error)
}

/** The copy is complete but could not be opened, for example for lack of disk space. */
function copyNotChecked(file: string, error: unknown): never {
  throw new CliError(
    `${file} was written but could not be checked: ${describeError(error)}`,
    `Check it on a disk with free space: store check --store sqlite:${file}`,
    error,
  )
}

function backupUnsupported(location: string): CliError {
  return new CliError(
    `only a SQLite store can be backed up to a file; this is ${location}`,
    'Use store export, or the tools of the store: pg_dump for Postgres, BGSAVE or an append-only file for ' +
      'Redis',
  )
}
