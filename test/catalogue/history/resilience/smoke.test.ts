import { expect, test } from 'vitest'
import { KeptCatalogues } from '../../../../packages/core/src/catalogue/history/kept-catalogues.ts'
import { readHistory } from '../../../../packages/core/src/catalogue/history/read-history.ts'
import { sqlite } from '../../../../packages/core/src/storage/sqlite/index.ts'
import { temporaryFolder } from '../../../storage/temporary-sqlite.ts'
import { testContext } from '../../../support/context.ts'
import { DAY } from '../sets.ts'
import { firstSets, nextSets, START } from './population.ts'

test('the sets of two months of nights come back from a file as they were', async () => {
  using folder = temporaryFolder()
  const backend = await sqlite(`${folder.path}/months.sqlite`)
  const context = testContext({ backend })
  const kept = new KeptCatalogues(context.store, '')
  let sets = firstSets(20)
  const epochs = new Set<string>()
  const nights = 62
  for (let night = 0; night < nights; night += 1) {
    const at = START + night * DAY
    sets = nextSets(sets, at)
    epochs.add(sets[0]?.epoch ?? '')
    const day = new Date(at).toISOString().slice(0, 10)
    await kept.write(day, { elementSets: sets, source: 'test', fetchedAt: at }, { days: 400 })
  }
  const span = { fromMs: 0, toMs: START + nights * DAY }
  const history = await readHistory(100_000, span, context)
  expect(history.sets.map(({ set }) => set.epoch)).toEqual([...epochs].sort())
  for (const set of sets) {
    const { sets: found } = await readHistory(set.noradId, span, context)
    expect(found.at(-1)?.set).toEqual(set)
  }
  await context.store.close()
})
