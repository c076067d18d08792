import type { Context } from '#context'
import type { ListedObject } from '#orbit/diff'
import { ALTITUDE_ZERO_KM } from '#orbit/shell-grid'
import type { ReportCatalogue, ReportObject } from '#reports/report-input'
import { partNames, type ShellRun, type Shells, shellsOf } from '#store/repositories/shells'
import { utcDay } from '#time'
import { cachedSatcat, type SatcatLookup } from '#upstreams/celestrak/satcat'

/**
 * Returns the catalogue of the older of the two kept runs that is not older than a day such as `2026-11-30`,
 * with what SATCAT has on its objects; without objects if no run is published.
 */
export async function readReportCatalogue(lastDay: string, context: Context): Promise<ReportCatalogue> {
  const shells = shellsOf(context.store, context.settings.originsId)
  const run = await runOf(lastDay, shells, context)
  const satcat = await cachedSatcat(context)
  return {
    fetchedAt: run?.fetchedAt ?? context.now(),
    objects: run ? (await readListed(run, shells)).map((object) => toReportObject(object, satcat)) : [],
    decayDateOf: (norad_id) => satcat(norad_id)?.decay_date ?? null,
  }
}

async function runOf(lastDay: string, shells: Shells, { now }: Context): Promise<ShellRun | undefined> {
  const current = await shells.findRun(await shells.readPointer(now()))
  const previous = current?.previous ? await shells.findRun(current.previous.id) : undefined
  return previous && utcDay(previous.t0) >= lastDay ? previous : current
}

const GM_KM3_PER_S2 = 398_600.4418

function toReportObject(object: ListedObject, satcat: SatcatLookup): ReportObject {
  const { norad_id, name, international_designator, object_type, perigee_km, apogee_km } = object
  const { owner = null, launch_date = null } = satcat(norad_id) ?? {}
  const axisKm = ALTITUDE_ZERO_KM + (perigee_km + apogee_km) / 2
  const period_min = Number(((2 * Math.PI * Math.sqrt(axisKm ** 3 / GM_KM3_PER_S2)) / 60).toFixed(3))
  return {
    ...{ norad_id, name, international_designator, object_type },
    ...{ perigee_km, apogee_km, period_min, owner, launch_date },
  }
}

const FIELDS = [
  'norad_id',
  'name',
  'international_designator',
  'object_type',
  'perigee_km',
  'apogee_km',
  'inclination_deg',
] as const satisfies (keyof ListedObject)[]

async function readListed(run: ShellRun, shells: Shells): Promise<ListedObject[]> {
  const objects: ListedObject[] = []
  for (const part of partNames(run).filter((name) => name.startsWith('objects:')))
    for (const row of (await shells.readPart<unknown[][]>(run.id, part)) ?? [])
      objects.push(Object.fromEntries(FIELDS.map((field, i) => [field, row[i]])) as unknown as ListedObject)
  return objects
}
