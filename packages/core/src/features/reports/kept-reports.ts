import * as v from 'valibot'
import type { ReportContent } from '#features/reports/build-report'
import type { MonthlyReport } from '#features/reports/report'
import type { Context } from '#kernel/endpoint/endpoint'
import { iso } from '#kernel/kit/time'
import { partlyChecked, recordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'
import { instant, MONTH, matching, positive } from '#kernel/storage/records/schemas'
import type { Store } from '#kernel/storage/store'

const month = matching(MONTH)
const revision = v.object({ revision: positive, generated_at: instant })
const months = v.array(v.object({ month, revisions: v.array(revision) }))

/** The revisions of a month, ascending. The last one is current. */
type MonthRevisions = v.InferOutput<typeof months>[number]

const reportKind = recordKind<MonthlyReport>({
  name: 'report',
  id: /\d{4}-\d\d:\d+/,
  schema: partlyChecked(v.object({ ...revision.entries, month })),
  encode: (report) => report,
})

const indexKind = recordKind<readonly MonthRevisions[]>({
  name: 'report',
  id: /index/,
  schema: months,
  encode: (entries) => entries,
})

/**
 * The monthly reports of one origin set, kept permanently: one record per revision, and an index that only
 * the owner of the job's lease writes.
 */
export class Reports {
  readonly #reports: Records<MonthlyReport>
  readonly #index: Records<readonly MonthRevisions[]>

  constructor(store: Store, originsId: string) {
    this.#reports = new Records(reportKind, { store }, originsId)
    this.#index = new Records(indexKind, { store }, originsId)
  }

  /** Returns the months that have a report, newest first. */
  async list(): Promise<readonly MonthRevisions[]> {
    return (await this.#index.read('index')) ?? []
  }

  /** Returns the revisions of a month, if there are any. */
  async find(month: string): Promise<MonthRevisions | undefined> {
    return (await this.list()).find((entry) => entry.month === month)
  }

  /** Returns a revision of a report, if it exists; by default the current one. */
  async read(month: string, revision?: number): Promise<MonthlyReport | undefined> {
    const wanted = revision ?? (await this.find(month))?.revisions.at(-1)?.revision
    return wanted === undefined ? undefined : this.#reports.read(`${month}:${wanted}`)
  }

  /** Stores a revision as the current one. */
  async put(report: MonthlyReport): Promise<void> {
    const { month, revision, generated_at } = report
    await this.#reports.write(`${month}:${revision}`, report)
    const entries = await this.list()
    const revisions = entries.find((entry) => entry.month === month)?.revisions ?? []
    const others = entries.filter((entry) => entry.month !== month)
    const entry = { month, revisions: [...revisions, { revision, generated_at }] }
    const sorted = [...others, entry].sort((one, other) => (one.month < other.month ? 1 : -1))
    await this.#index.write('index', sorted)
  }
}

/** Returns the stored reports of an instance. */
export function keptReports({ store, settings }: Pick<Context, 'store' | 'settings'>): Reports {
  return new Reports(store, settings.originsId)
}

/**
 * Stores a report as the first revision of its month, or as the next revision if anything except the time of
 * its catalogue differs from the current one. Otherwise, does not store it.
 * @returns The current revision, and whether it is new.
 */
export async function keepReport(
  content: ReportContent,
  context: Context,
): Promise<{ readonly report: MonthlyReport; readonly isNew: boolean }> {
  const reports = keptReports(context)
  const current = await reports.read(content.month)
  if (current && isSameContent(current, content)) return { report: current, isNew: false }
  const report = withRevision(content, (current?.revision ?? 0) + 1, context.now())
  await reports.put(report)
  return { report, isNew: true }
}

/** Returns a report from its content; `at` is the time of generation, in epoch milliseconds. */
export function withRevision(content: ReportContent, revision: number, at: number): MonthlyReport {
  const { month, ...rest } = content
  return { month, revision, generated_at: iso(at), ...rest }
}

function isSameContent(report: MonthlyReport, content: ReportContent): boolean {
  const { revision: _revision, generated_at: _generated, ...kept } = report
  const { catalogued_at } = content
  return JSON.stringify({ ...kept, catalogued_at }) === JSON.stringify(content)
}
