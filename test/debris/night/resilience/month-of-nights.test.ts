import type { ElementSet } from '@space-data/core/debris'
import { describe, expect, test } from 'vitest'
import { propagateShells } from '../../../../packages/core/src/features/debris/night/propagate-shells.ts'
import { makeReport } from '../../../../packages/core/src/features/reports/make-report.ts'
import { days, iso } from '../../../../packages/core/src/kernel/kit/time.ts'
import { testContext } from '../../../support/context.ts'
import { stoppedClock, testService } from '../../../support/service.ts'
import { elementSet, elementSets } from '../element-sets.ts'
import { quickPool } from '../support.ts'

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
      returned_count: 0,
      not_attributed: [],
      elements_age_median_days: 0,
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

  test('is not told what changed in the months before its first run', { timeout: 120_000 }, async () => {
    const time = { at: 0 }
    const context = testContext({ time })
    const runOn = (day: string, count: number) => {
      time.at = Date.parse(`${day}T03:17:00Z`)
      const catalogue = { elementSets: elementSets(count, time.at), source: 'test', fetchedAt: time.at }
      return propagateShells(context, { catalogue, acceptSize: true, pool: () => quickPool() })
    }
    await runOn('2026-01-22', 200)
    await runOn('2026-08-09', 260)
    await runOn('2026-08-10', 262)
    const { report } = await makeReport(context, { month: '2026-08', preview: true })
    expect(report).toMatchObject({
      start_day: '2026-08-09',
      not_attributed: [{ from: '2026-01-22', to: '2026-08-09', added_count: 60, removed_count: 0 }],
      newly_numbered: { count: 2 },
      box_score: { total: { start: 260, end: 262, change: 2 } },
    })
  })

  test('is told by the diff, the feed and an alert', { timeout: 120_000 }, async () => {
    const clock = stoppedClock(START)
    const { spaceData, ask } = await testService({}, clock)
    const { key } = await spaceData.keys.issue({ tier: 'shell_basic', label: 'test' })
    const get = async (path: string) => (await ask('GET', path, { 'x-api-key': key })).json.data
    const runs: string[] = []
    const diffs: Record<number, { added: Listed[]; removed: Listed[] }> = {}
    for (let night = BREAK_UP - 3; night <= DECAY + 1; night += 1) {
      clock.goTo(START + days(night))
      const at = clock.now().getTime()
      const elements = [...elementSets(STANDING, at), ...piecesOn(night, at)]
      const catalogue = { elementSets: elements, source: 'test catalogue', fetchedAt: at }
      const { runId } = await spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
      runs.push(runId)
      // Whoever reads alerts has them looked for.
      await get('/v1/alerts?after=0')
      await spaceData.jobs.alerts.run()
      if (runs.length > 1) diffs[night] = await get('/shell/diff')
    }
    const changed = Object.entries(diffs).filter(
      ([, { added, removed }]) => added.length + removed.length > 0,
    )
    expect(
      changed.map(([night, { added, removed }]) => [Number(night), added.length, removed.length]),
    ).toEqual([
      [BREAK_UP, 20, 0],
      [DECAY, 0, 5],
    ])

    const { alerts } = await get('/v1/alerts?after=0&type=catalogue.debris_cluster_added')
    expect(alerts).toHaveLength(1)
    expect(alerts[0].data).toMatchObject({ launch: '1982-092', pieces_count: 20 })

    const since = await get(`/shell/objects?since=${runs[0]}&limit=5000`)
    const pieces = since.added.map(({ name, first_seen }: Listed) => [name, first_seen])
    expect(pieces).toEqual(Array.from({ length: 15 }, () => ['COSMOS 1408 DEB', '2026-11-12']))
    const numbered = await get(`/shell/objects?since=${runs.at(-3)}&limit=5000`)
    expect([numbered.added.length, numbered.removed.length]).toEqual([0, 5])
  })
})

interface Listed {
  readonly name: string
  readonly first_seen: string
}
