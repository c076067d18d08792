import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { codeOf, Failure, inOneLine } from '#failure'
import { notWritten } from '#new-file'
import { type WorldFlags, withOpen } from '#open'
import { minuteOf, printJson, printPairs, sizeOf, wholeOf } from '#print'
import { RESTORE } from '#sqlite-file'
import type { Terminal } from '#terminal'

/** Copies a SQLite store to a new file, looks through the copy, and prints what is in it. */
export async function backUpStore(
  name: string,
  flags: WorldFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const file = resolve(name)
  await withOpen(flags, terminal, async ({ store, storeDescription }) => {
    if (!store.backup) throw notAFile(storeDescription)
    await store.backup(file).catch((error) => {
      throw codeOf(error) === 'SQLITE_CORRUPT' ? damaged(storeDescription, error) : notWritten(file, error)
    })
  })
  const look = withOpen({ ...flags, store: `sqlite:${file}` }, terminal, ({ store }) => store.check())
  const { findings, keys, accounts, newest_key_at } = await look.catch((error) => notSeen(file, error))
  const damage = findings.find(({ kind }) => kind === 'damage')
  if (damage)
    throw new Failure(`the store is damaged, and so is its copy in ${file}: ${damage.what}`, RESTORE)
  const { size } = await stat(file)
  if (flags.json) return printJson({ file, bytes: size, keys, accounts, newest_key_at }, terminal)
  return printPairs(
    {
      file,
      size: sizeOf(size),
      keys: wholeOf(keys ?? 0),
      accounts: wholeOf(accounts ?? 0),
      'newest key': minuteOf(newest_key_at, 'none'),
    },
    terminal,
  )
}

function damaged(place: string, error: unknown): Failure {
  return new Failure(`${place} is damaged, and no copy was written: ${inOneLine(error)}`, RESTORE, error)
}

/** The copy is whole; but what a store needs beside its file, such as some room on the disk, is not there. */
function notSeen(file: string, error: unknown): never {
  throw new Failure(
    `the copy is written, but could not be looked through: ${inOneLine(error)}`,
    `Copy it to where there is room, and look through it with store check --store sqlite:${file}`,
    error,
  )
}

function notAFile(place: string): Failure {
  return new Failure(
    `only a SQLite store can be copied to a file, and this is ${place}`,
    'Use store export, which is for any store; of Redis also its own BGSAVE or append-only file',
  )
}
