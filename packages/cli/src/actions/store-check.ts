import type { StoreCheck } from '@space-data/core'
import { Failure } from '#failure'
import { type WorldFlags, withOpen } from '#open'
import { countedOf, minuteOf, printable, printJson } from '#print'
import { RESTORE } from '#sqlite-file'
import type { Terminal } from '#terminal'

/** Prints what is wrong with a store, line by line; fails when something is damaged. */
export async function checkStore(
  flags: WorldFlags & { readonly json?: true },
  terminal: Terminal,
): Promise<void> {
  const { check, place } = await withOpen(flags, terminal, async ({ store, storeDescription }) => ({
    check: await store.check(),
    place: storeDescription,
  }))
  const damages = check.findings.filter(({ kind }) => kind === 'damage').length
  if (flags.json) await printJson(check, terminal)
  else await terminal.out(linesOf(check, damages, place))
  if (damages > 0) throw new Failure(`${place} is damaged`, RESTORE)
}

const LONGEST = 200

function linesOf(
  { findings, keys, accounts, newest_key_at }: StoreCheck,
  damages: number,
  place: string,
): string {
  const lines = findings.map(({ kind, what }) => `${kind}: ${printable(what, LONGEST)}`)
  const newest = minuteOf(newest_key_at, '-')
  const found =
    keys === null
      ? 'Its records were not looked at'
      : `${countedOf(keys, 'key')} of ${countedOf(accounts ?? 0, 'account')}, the newest ${newest}`
  const words = damages === 0 ? 'Nothing is damaged' : `${countedOf(damages, 'finding')} of damage`
  return [...lines, `${place}: ${found}. ${words}.`].map((line) => `${line}\n`).join('')
}
