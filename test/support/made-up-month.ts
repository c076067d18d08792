import { vi } from 'vitest'
import { collisionRates } from '../../packages/core/src/features/debris/density/collision-rate.ts'
import { type ShellGrid, shellCount } from '../../packages/core/src/features/debris/density/shell-grid.ts'
import type { DayChanges, DaySummary } from '../../packages/core/src/features/debris/diff/day-summary.ts'
import { ShellDays } from '../../packages/core/src/features/debris/shells/shell-days.ts'
import { SAMPLES_PER_OBJECT } from '../../packages/core/src/features/objects/orbit/sampling.ts'
import type { ChangesOfDay, ReportObject } from '../../packages/core/src/features/reports/report-input.ts'

/** Ten shells from 500 to 600 km. */
export const smallGrid: ShellGrid = { minKm: 500, maxKm: 600, shellKm: 10, binDeg: 10 }

/** A day with so many objects of each type in each shell, all of them over the equator. */
export function madeUpDay(day: string, objectsOf: (shell: number) => readonly number[]): DaySummary {
  const shells = Array.from({ length: shellCount(smallGrid) }, (_, shell) => objectsOf(shell))
  const samplesByType = Uint32Array.from(shells.flat(), (objects) => objects * SAMPLES_PER_OBJECT)
  const samplesByBand = new Uint32Array(shells.length * 18)
  for (const [shell, objects] of shells.entries())
    samplesByBand[shell * 18 + 9] = SAMPLES_PER_OBJECT * objects.reduce((sum, each) => sum + each, 0)
  const [payload, rocket_body, debris, unknown] = [0, 1, 2, 3].map((type) =>
    shells.reduce((sum, objects) => sum + (objects[type] ?? 0), 0),
  ) as [number, number, number, number]
  const catalogue = payload + rocket_body + debris + unknown
  const inRange = catalogue * SAMPLES_PER_OBJECT
  return {
    day,
    runId: `run-${day}`,
    computedAt: Date.parse(`${day}T03:20:00Z`),
    fetchedAt: Date.parse(`${day}T03:18:00Z`),
    source: 'CelesTrak GP catalogue',
    grid: smallGrid,
    counts: { catalogue, used: catalogue, stale: 0, failed: 0, inRange, below: 0, above: 0, lost: 0 },
    byType: { payload, rocket_body, debris, unknown },
    byOwner: {
      US: { payload, rocket_body: 0, debris: 0, unknown: 0 },
      CIS: { payload: 0, rocket_body, debris, unknown: 0 },
      '': { payload: 0, rocket_body: 0, debris: 0, unknown },
    },
    addedCount: 0,
    removedCount: 0,
    decayedCount: 0,
    collisionRates: [collisionRates(samplesByType, smallGrid)],
    samplesByBand,
    samplesByType,
    samplesByConstellation: {},
  }
}

/** A catalogued object between 540 and 560 km. */
export function madeUpObject(norad_id: number, rest: Partial<ReportObject> = {}): ReportObject {
  return {
    norad_id,
    name: 'ALPHA 1',
    international_designator: '1999-001A',
    object_type: 'payload',
    perigee_km: 540,
    apogee_km: 560,
    period_min: 95.6,
    owner: 'US',
    launch_date: '1999-01-02',
    ...rest,
  }
}

/** The object as it is listed on the day that it entered or left the catalogue. */
export function listed<const R extends 'new' | 'back' | 'decayed' | 'gone'>(object: ReportObject, reason: R) {
  const { norad_id, name, international_designator, object_type, perigee_km, apogee_km } = object
  const inclination_deg = 53
  return {
    norad_id,
    name,
    international_designator,
    object_type,
    perigee_km,
    apogee_km,
    inclination_deg,
    reason,
  }
}

/** No changes on a day but these. */
export function changesOf(changes: Partial<DayChanges> = {}, day = '2026-11-02'): ChangesOfDay {
  return { day, added: [], removed: [], truncated: false, ...changes }
}

/** Lets every store have these days instead of those that runs have left. */
export function keepDays(summaries: readonly DaySummary[], changes: Record<string, DayChanges> = {}): void {
  vi.spyOn(ShellDays.prototype, 'list').mockImplementation(async (from, to) =>
    summaries.filter(({ day }) => day >= from && day <= to),
  )
  vi.spyOn(ShellDays.prototype, 'lastBefore').mockImplementation(async (before) =>
    summaries.findLast(({ day }) => day < before),
  )
  vi.spyOn(ShellDays.prototype, 'readChanges').mockImplementation(async (day) => changes[day])
}
