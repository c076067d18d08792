import type { DebrisContext } from '#features/debris/context'
import { listedObject } from '#features/debris/diff/diff'
import { readObjects } from '#features/debris/object-list/shell-objects'
import type { ShellRun, Shells } from '#features/debris/shells/shells'
import { cachedSatcat } from '#features/objects/celestrak/satcat'
import { periodMin } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import type { ReportCatalogue, ReportObject } from '#features/reports/report-input'
import { days, utcDay } from '#kernel/kit/time'

/**
 * Returns the catalogue of the older of the two kept runs that is not older than a day such as `2026-11-30`,
 * with the SATCAT data of its objects. It has no objects if no run is published.
 */
export async function readReportCatalogue(lastDay: string, context: DebrisContext): Promise<ReportCatalogue> {
  const { shells } = context.debris
  const run = await runOf(lastDay, shells, context)
  const satcat = await cachedSatcat(context)
  const fetchedAt = run?.fetchedAt ?? context.now()
  const { objects, epochs } = run ? await objectsOf(run, shells) : { objects: [], epochs: [] }
  return {
    fetchedAt,
    objects,
    medianAgeDays: medianAgeDays(epochs, fetchedAt),
    decayDateOf: (norad_id) => satcat(norad_id)?.decayDate ?? null,
  }
}

async function runOf(lastDay: string, shells: Shells, { now }: DebrisContext): Promise<ShellRun | undefined> {
  const current = await shells.published(now())
  const previous = current?.previous ? await shells.findRun(current.previous.id) : undefined
  return previous && utcDay(previous.t0) >= lastDay ? previous : current
}

async function objectsOf(run: ShellRun, shells: Shells) {
  const objects: ReportObject[] = []
  const epochs: number[] = []
  for await (const part of readObjects(run, shells)) {
    objects.push(...part.map(toReportObject))
    epochs.push(...part.map(({ elements }) => Date.parse(elements.epoch)))
  }
  return { objects, epochs }
}

function medianAgeDays(epochs: readonly number[], at: number): number | null {
  const sorted = Float64Array.from(epochs).sort()
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  if (lower === undefined || upper === undefined) return null
  return Number(((at - (lower + upper) / 2) / days(1)).toFixed(2))
}

function toReportObject(object: CatalogueObject): ReportObject {
  const { elements, owner, launchDate } = object
  const { inclination_deg: _, ...listed } = listedObject(object)
  return { ...listed, period_min: Number(periodMin(elements).toFixed(3)), owner, launch_date: launchDate }
}
