import type { Context } from '#context'
import { runningDigest } from '#digest'
import { daysOfUsage, usedOn } from '#keys/usage'
import { type Entry, headerAt, type Line, type Moved, tallyOf } from '#maintenance/lines'
import { CheckReports, worldsWithReports } from '#store/check-reports'
import { AT_ONCE, inSlices, KeyRecords } from '#store/keys'
import { partsOf, shellsOf, worldsWithShells } from '#store/shells'
import { iso } from '#time'

/** Takes a piece of an export, of whole lines; the next piece is made when it is done. */
export type Write = (text: string) => Promise<void> | void

/**
 * Writes all that must not be lost as JSON lines: keys, counts of requests, check reports, and the shells that are published. The last
 * line closes it, so that a part of an export is never taken for a whole one.
 */
export async function exportStore(write: Write, context: Context): Promise<Moved> {
  const digest = runningDigest()
  const tally = tallyOf()
  const emit = async (lines: readonly Line[]) => {
    const text = textOf(lines)
    digest.add(text)
    for (const { type } of lines) tally.add(type)
    await write(text)
  }
  await emit([headerAt(iso(context.now()))])
  for await (const lines of entriesOf(context)) await emit(lines)
  await write(textOf([{ type: 'end', ...tally.moved, sha256: digest.end() }]))
  return tally.moved
}

function textOf(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function* entriesOf(context: Context): AsyncGenerator<Entry[]> {
  yield* keysOf(context)
  yield* reportsOf(context)
  yield* shellsIn(context)
}

/** The counts of an account come before the first of its keys: no key that is there has more left than it had. */
async function* keysOf(context: Context): AsyncGenerator<Entry[]> {
  const records = new KeyRecords(context.store)
  const hashes = await records.hashes()
  const counted = new Set<string>()
  for (let i = 0; i < hashes.length; i += AT_ONCE) {
    const slice = await inSlices(hashes.slice(i, i + AT_ONCE), (hash) => records.byHash(hash))
    const keys = slice.filter((record) => record !== undefined)
    const accounts = new Set(keys.map(({ account }) => account).filter((account) => !counted.has(account)))
    for (const account of accounts) counted.add(account)
    yield await requestsOf([...accounts], context)
    yield keys.map((record) => ({ type: 'key', record }))
  }
}

async function requestsOf(accounts: readonly string[], context: Context): Promise<Entry[]> {
  const days = daysOfUsage(context)
  const asked = accounts.flatMap((account) => days.map((day) => ({ account, day })))
  const counts = await inSlices(asked, ({ account, day }) => usedOn(day, account, context))
  return asked
    .map((of, i) => ({ type: 'requests' as const, ...of, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
}

async function* reportsOf({ store, now }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await worldsWithReports(store)) {
    const reports = await new CheckReports(store, origins, now).ofYear()
    yield reports.map((report) => ({ type: 'check', origins, report }))
  }
}

/** The run that readers see, of every set of origins, part by part: a run may be 50 MB. */
async function* shellsIn({ store, now }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await worldsWithShells(store)) {
    const shells = shellsOf(store, origins)
    const run = await shells.named(await shells.pointer(now()))
    if (!run) continue
    yield [{ type: 'shells', origins, run }]
    for (const name of [...partsOf(run), 'diff']) {
      const value = await shells.part<NonNullable<unknown>>(run.id, name)
      if (value !== undefined) yield [{ type: 'shells_part', name, value }]
      else if (name !== 'diff') throw new TypeError(`the run ${run.id} of the shells has no ${name}`)
    }
    yield [{ type: 'shells_end' }]
  }
}
