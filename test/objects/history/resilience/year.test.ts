import { stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { sqlite } from '../../../../packages/core/src/adapters/sqlite/index.ts'
import { toElementRow } from '../../../../packages/core/src/features/objects/elements/element-fields.ts'
import { KeptCatalogues } from '../../../../packages/core/src/features/objects/history/kept-catalogues.ts'
import { readHistory } from '../../../../packages/core/src/features/objects/history/read-history.ts'
import { temporaryFolder } from '../../../storage/temporary-sqlite.ts'
import { testContext } from '../../../support/context.ts'
import { orInSoak } from '../../../support/tier.ts'
import { DAY } from '../sets.ts'
import { firstSets, nextSets, START } from './population.ts'

const [OBJECTS, NIGHTS] = [orInSoak(300, 30_000), 365]

/** The median of the milliseconds of some runs. */
async function timed(times: number, run: (i: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < times; i += 1) {
    const begun = performance.now()
    await run(i)
    taken.push(performance.now() - begun)
  }
  return median(taken)
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number
}

test('a year of nights is small, and an object is read without the others', {
  timeout: 6 * 3_600_000,
}, async () => {
  using folder = temporaryFolder()
  const file = `${folder.path}/year.sqlite`
  const backend = await sqlite(file)
  const context = testContext({ backend })
  const kept = new KeptCatalogues(context.store, '')
  // All numbers of a block are taken, which makes the largest records.
  let sets = firstSets(OBJECTS)
  const writes: number[] = []
  let whole = 0
  for (let night = 0; night < NIGHTS; night += 1) {
    const at = START + night * DAY
    sets = nextSets(sets, at)
    whole += JSON.stringify(sets.map(toElementRow)).length
    const begun = performance.now()
    const day = new Date(at).toISOString().slice(0, 10)
    await kept.write(day, { elementSets: sets, source: 'test', fetchedAt: at }, { days: 400 })
    writes.push(performance.now() - begun)
  }
  const last = START + (NIGHTS - 1) * DAY
  const span = { fromMs: 0, toMs: last + DAY }
  const number = (i: number) => 100_000 + ((i * 37) % OBJECTS)
  const readYear = await timed(21, (i) => readHistory(number(i), span, context))
  const noon = last - 15 * 3_600_000
  const readAt = await timed(21, (i) => kept.setsAt([number(i)], noon))
  const all = sets.map(({ noradId }) => noradId)
  const readAllAt = await timed(3, () => kept.setsAt(all, noon))
  const history = await readHistory(100_000, span, context)
  expect(history.sets.length).toBeGreaterThan(0.7 * NIGHTS)
  expect(history.sets.at(-1)?.set).toEqual(sets[0])
  await context.store.close()
  // The journal is gone.
  const { size } = await stat(file)
  const perNight = size / OBJECTS / NIGHTS
  console.log(
    `FIGURE kept catalogues, ${OBJECTS} objects in ${NIGHTS} nights: ${(size / 1e6).toFixed(1)} MB of SQLite, ` +
      `${perNight.toFixed(1)} bytes an object and night (whole catalogues: ${(whole / OBJECTS / NIGHTS).toFixed(0)}), ` +
      `${((perNight * 30_000 * 365) / 1e6).toFixed(0)} MB for 30,000 in 365; ` +
      `writing a night ${Math.round(median(writes))} ms, ${Math.round(Math.max(...writes))} at most; ` +
      `an object's year ${readYear.toFixed(1)} ms, an instant ${readAt.toFixed(1)} ms, of all ${Math.round(readAllAt)} ms`,
  )
  expect(perNight).toBeLessThan(60)
})
