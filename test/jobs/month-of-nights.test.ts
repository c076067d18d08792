import type { ElementSet } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { makeReport } from '../../packages/core/src/jobs/make-report.ts'
import { propagateShells } from '../../packages/core/src/jobs/propagate-shells.ts'
import { days, iso } from '../../packages/core/src/time.ts'
import { testContext } from '../support/context.ts'
import { elementSet, elementSets } from './element-sets.ts'
import { quickPool } from './support.ts'

const STANDING = 930
const START = Date.parse('2026-10-31T03:17:00Z')
/** Night of the month on which the pieces are numbered, and the one on which the first of them are gone. */
const [BREAK_UP, DECAY] = [12, 21]

/** 20 pieces of one launch, whose numbers follow on those of the catalogue; five of them decay. */
function piecesOn(night: number, epochAt: number): ElementSet[] {
  if (night < BREAK_UP) return []
  const pieces = Array.from({ length: 20 }, (_, i) => ({
    ...elementSet(100_000 + STANDING + i, epochAt),
    name: 'COSMOS 1408 DEB',
    internationalDesignator: `1982-092${String.fromCharCode(65 + i)}`,
  }))
  return night < DECAY ? pieces : pieces.slice(5)
}

describe('a month of made-up nights with a fragmentation and its decay', () => {
  test('is told by the report', { timeout: 120_000 }, async () => {
    const time = { at: START }
    const context = testContext({ time })
    for (let night = 0; night <= 31; night += 1) {
      time.at = START + days(night)
      const elements = [...elementSets(STANDING, time.at), ...piecesOn(night, time.at)]
      if (night === 17) continue
      const catalogue = { elementSets: elements, source: 'test catalogue', fetchedAt: time.at }
      await propagateShells(context, { catalogue, acceptSize: true, pool: () => quickPool() })
    }
    const { report, isNew } = await makeReport(context)
    expect(isNew).toBe(true)
    expect(report).toMatchObject({
      month: '2026-11',
      start_day: '2026-10-31',
      last_day: '2026-11-30',
      days_with_data: 29,
      missing_days: ['2026-11-17'],
      box_score: { total: { start: STANDING, end: STANDING + 15, change: 15 } },
      decays_count: 0,
      gone_count: 5,
      newly_numbered: { count: 20, clusters: [{ launch: '1982-092', parent_name: 'COSMOS 1408' }] },
    })
    expect(report.newly_numbered.clusters[0]).toMatchObject({ added_count: 20, total_count: 15 })
    expect(report.newly_numbered.clusters[0]?.pieces).toHaveLength(15)
    const grown = report.density.shells.reduce(
      (sum, shell) => sum + shell.objects_end - shell.objects_start,
      0,
    )
    expect(grown).toBeCloseTo(15, 3)
    expect(report.collisions.rates.no_manoeuvre_collision_days).toBeGreaterThan(0)
    expect(report.catalogued_at).toBe(iso(START + days(30)))
  })
})
