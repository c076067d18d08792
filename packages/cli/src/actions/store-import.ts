import { open } from 'node:fs/promises'
import { type Imported, ImportRefused } from '@space-data/core'
import { codeOf, Failure, inOneLine, UsageError } from '#failure'
import { type WorldFlags, withOpen } from '#open'
import { printJson, printPairs, wholeOf } from '#print'
import type { Terminal } from '#terminal'

interface ImportFlags extends WorldFlags {
  readonly overwrite?: true
  readonly json?: true
}

/** Takes what `store export` wrote into a store; fails when not all of it could be taken. */
export async function importStore(
  file: string | undefined,
  flags: ImportFlags,
  terminal: Terminal,
): Promise<void> {
  const from = file ?? 'stdin'
  const handle = file === undefined ? undefined : await open(file).catch((error) => stopped(from, error))
  try {
    const chunks = handle ? handle.createReadStream({ autoClose: false }) : terminal.input
    if (!chunks)
      throw new UsageError('there is nothing on stdin', 'Name a file, or pipe store export into it')
    await take(chunks, from, flags, terminal)
  } finally {
    await handle?.close()
  }
}

async function take(
  chunks: AsyncIterable<Uint8Array>,
  from: string,
  flags: ImportFlags,
  terminal: Terminal,
): Promise<void> {
  const { overwrite = false } = flags
  const imported = await withOpen(
    flags,
    terminal,
    ({ store }) => store.import(chunks, { overwrite }).catch((error) => stopped(from, error)),
    { use: 'writing' },
  )
  await (flags.json ? printJson(imported, terminal) : printPairs(pairsOf(imported), terminal))
  if (imported.conflicts.length > 0) throw conflicting(imported.conflicts, overwrite)
}

function pairsOf({ keys, new_keys, overwritten_keys, requests, checks, shells }: Imported) {
  const overwritten = overwritten_keys > 0 ? `, ${wholeOf(overwritten_keys)} overwritten` : ''
  return {
    keys: `${wholeOf(keys)}, ${wholeOf(new_keys)} of them new${overwritten}`,
    'daily counts': wholeOf(requests),
    'check reports': wholeOf(checks),
    'shell runs': wholeOf(shells),
  }
}

const NAMED = 5

function conflicting(ids: readonly string[], overwrite: boolean): Failure {
  const some = ids.slice(0, NAMED).join(', ')
  const more = ids.length > NAMED ? ` and ${wholeOf(ids.length - NAMED)} more` : ''
  return new Failure(
    `keys that are here differ from the export and were left as they are: ${some}${more}`,
    overwrite
      ? 'They are other keys with the same id: export them, and issue new ones'
      : 'See keys show; --overwrite makes them as in the export, and leaves ended what has ended here',
  )
}

const AGAIN = 'What was taken in does no harm: import a whole export, and all is as it should be'

function stopped(from: string, error: unknown): never {
  const words = FAULTS[codeOf(error)] ?? FAULTS[codeOf(causeOf(error))]
  if (words) throw new Failure(`the import of ${from} stopped: ${words}`, AGAIN, error)
  if (error instanceof ImportRefused) throw new Failure(`${from} is refused: ${error.message}`, AGAIN, error)
  throw new Failure(`the import of ${from} stopped: ${inOneLine(error)}`, AGAIN, error)
}

const FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it is not readable',
  SQLITE_FULL: 'the disk of the store is full',
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
