import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { readElementSets } from '../../../../packages/core/src/catalogue/elements/read-element-sets.ts'
import { openStore } from '../../../../packages/core/src/storage/store.ts'
import { capture, describeCaptures } from '../../../catalogue/elements/captures.ts'
import { feedService, linesOf, NIGHT } from '../../../site/feed-service.ts'

const AT = Date.parse(NIGHT)

describeCaptures('the whole public catalogue of 2022-08-09', () => {
  test('is stored in records below 500 kB, and comes back exactly as CSV', { timeout: 120_000 }, async () => {
    const { elementSets } = readElementSets(capture('celestrak/full-catalogue-2le.2022-08-09.txt'))
    const store = memory()
    const { run, get } = await feedService({ store })
    // As if its elements were of the night.
    const sets = elementSets.map((each) => ({ ...each, epoch: new Date(AT).toISOString() }))
    const startedAt = performance.now()
    const first = await run(sets)
    const firstMs = performance.now() - startedAt
    await run(sets)
    const secondMs = performance.now() - startedAt - firstMs
    const records = openStore(store)
    const sizes: number[] = []
    for (const key of await records.keys('shell:'))
      if (key.includes(':objects:')) sizes.push(JSON.stringify(await records.get(key)).length)
    const perRun = sizes.reduce((sum, size) => sum + size, 0) / 2
    console.log(
      `FIGURE feed: ${sets.length} objects, ${(perRun / 1e6).toFixed(1)} MB a run, largest record ` +
        `${(Math.max(...sizes) / 1e3).toFixed(0)} kB, first run ${firstMs.toFixed(0)} ms, next ${secondMs.toFixed(0)} ms`,
    )
    expect(Math.max(...sizes)).toBeLessThan(500_000)
    const { text } = await get('?format=csv')
    const byNumber = new Map(readElementSets(text).elementSets.map((each) => [each.noradId, each]))
    expect(byNumber.size).toBe(sets.length)
    expect(
      sets.filter((each) => JSON.stringify(byNumber.get(each.noradId)) !== JSON.stringify(each)),
    ).toEqual([])
    expect(linesOf((await get(`?since=${first}&format=ndjson`)).text)).toHaveLength(2)
  })
})
