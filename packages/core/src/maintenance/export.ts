import type { Context } from '#context'
import { createRunningDigest } from '#digest'
import { keyLogOf } from '#keys/key-log'
import { countRequests, listUsageDays } from '#keys/usage'
import { countLines, createHeader, type Entry, encodeLine, type Line, type Moved } from '#maintenance/lines'
import { mapInBatches, STORE_BATCH } from '#store/repositories/batches'
import { CheckReports, listOriginsIdsWithReports } from '#store/repositories/check-reports'
import { CustomShellDays } from '#store/repositories/custom-shell-days'
import { KeptForecasts } from '#store/repositories/kept-forecasts'
import { KeyRecords } from '#store/repositories/keys'
import { listOriginsIdsWithSeries } from '#store/repositories/series'
import { listOriginsIdsWithDays, ShellDays } from '#store/repositories/shell-days'
import { listOriginsIdsWithShells, partNames, shellsOf } from '#store/repositories/shells'
import { iso } from '#time'

/** Writes a chunk of an export, whole lines; the next chunk is made once the promise resolves. */
export type Write = (text: string) => Promise<void> | void

/**
 * Writes keys and their log, request counts, webhooks, custom shells with their histories, check reports, the
 * published shells, the summaries of days, the series of space weather and the forecasts as JSON lines. The
 * last line has a checksum, so that a truncated export is detected.
 */
export async function exportStore(write: Write, context: Context): Promise<Moved> {
  const digest = createRunningDigest()
  const tally = countLines()
  const emit = async (lines: readonly Line[]) => {
    const text = encodeLines(lines)
    digest.add(text)
    for (const line of lines) tally.add(line)
    await write(text)
  }
  await emit([createHeader(iso(context.now()))])
  for await (const lines of exportEntries(context)) await emit(lines)
  await write(encodeLines([{ type: 'end', ...tally.moved, sha256: digest.end() }]))
  return tally.moved
}

function encodeLines(lines: readonly Line[]): string {
  return lines.map((line) => `${encodeLine(line)}\n`).join('')
}

async function* exportEntries(context: Context): AsyncGenerator<Entry[]> {
  yield* exportKeys(context)
  yield* exportKeyLog(context)
  yield* exportWebhooks(context)
  yield* exportCustomShells(context)
  yield* exportReports(context)
  yield* exportShells(context)
  yield* exportShellDays(context)
  yield* exportSeries(context)
}

/**
 * Yields the request counts of an account before the first of its keys, so that an interrupted import never
 * leaves a key with a fresh quota.
 */
async function* exportKeys(context: Context): AsyncGenerator<Entry[]> {
  const records = new KeyRecords(context.store)
  const hashes = await records.hashes()
  const seen = new Set<string>()
  for (let i = 0; i < hashes.length; i += STORE_BATCH) {
    const batch = await mapInBatches(hashes.slice(i, i + STORE_BATCH), (hash) => records.byHash(hash))
    const keys = batch.filter((record) => record !== undefined)
    const accounts = new Set(keys.map(({ account }) => account).filter((account) => !seen.has(account)))
    for (const account of accounts) seen.add(account)
    yield await readRequestCounts([...accounts], context)
    yield keys.map((record) => ({ type: 'key', record }))
  }
}

async function readRequestCounts(accounts: readonly string[], context: Context): Promise<Entry[]> {
  const days = listUsageDays(context)
  const accountDays = accounts.flatMap((account) => days.map((day) => ({ account, day })))
  const counts = await mapInBatches(accountDays, ({ account, day }) => countRequests(day, account, context))
  return accountDays
    .map((accountDay, i) => ({ type: 'requests' as const, ...accountDay, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
}

async function* exportKeyLog(context: Context): AsyncGenerator<Entry[]> {
  for await (const entries of keyLogOf(context).named(0))
    yield entries.map((entry) => ({ type: 'key_log', ...entry }))
}

async function* exportWebhooks({ webhooks }: Context): AsyncGenerator<Entry[]> {
  for (const account of [...(await webhooks.accounts())].sort()) {
    const records = await webhooks.ofAccount(account)
    yield records.map((record) => ({ type: 'webhook', account, record }))
  }
}

/** Yields the custom shells of each account, and the months of their histories under each set of origins. */
async function* exportCustomShells({ customShells, store }: Context): AsyncGenerator<Entry[]> {
  const originsIds = await listOriginsIdsWithShells(store)
  for (const account of [...(await customShells.accounts())].sort()) {
    for (const record of await customShells.ofAccount(account)) {
      yield [{ type: 'custom_shell', account, record }]
      for (const origins of originsIds) {
        for (const [month, days] of await new CustomShellDays(store, origins).months(record.id)) {
          yield [{ type: 'custom_shell_days', origins, id: record.id, month, days }]
        }
      }
    }
  }
}

async function* exportReports({ store, now }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await listOriginsIdsWithReports(store)) {
    const reports = await new CheckReports(store, origins, now).listYear()
    yield reports.map((report) => ({ type: 'check', origins, report }))
  }
}

/** Yields the published run of each set of origins, part by part: a run may be 50 MB. */
async function* exportShells({ store, now }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await listOriginsIdsWithShells(store)) {
    const shells = shellsOf(store, origins)
    const run = await shells.findRun(await shells.readPointer(now()))
    if (!run) continue
    yield [{ type: 'shells', origins, run }]
    for (const name of partNames(run)) {
      const value = await shells.readPart<NonNullable<unknown>>(run.id, name)
      if (value === undefined) throw new TypeError(`shell run ${run.id} lacks ${name}`)
      yield [{ type: 'shells_part', name, value }]
    }
    yield [{ type: 'shells_end' }]
  }
}

async function* exportShellDays({ store }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await listOriginsIdsWithDays(store)) {
    for await (const { name, value } of new ShellDays(store, origins).records()) {
      yield [{ type: 'shell_day', origins, name, value }]
    }
  }
}

/** Yields the series of each set of origins, and the forecasts that were recorded beside them. */
async function* exportSeries({ store, series, now }: Context): AsyncGenerator<Entry[]> {
  for (const origins of await listOriginsIdsWithSeries(store)) {
    for await (const day of series.ofOrigins(origins).days()) yield [{ type: 'series_day', origins, ...day }]
    for await (const issue of new KeptForecasts(store, origins, now).issues()) {
      yield [{ type: 'forecast', origins, issue }]
    }
  }
}
