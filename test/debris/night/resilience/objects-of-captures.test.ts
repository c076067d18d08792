import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { readElementSets } from '../../../../packages/core/src/features/objects/elements/read-element-sets.ts'
import { openStore } from '../../../../packages/core/src/kernel/storage/store.ts'
import { capture, describeCaptures } from '../../../objects/elements/captures.ts'
import { feedService, linesOf, NIGHT } from '../../../pages/feed-service.ts'

const AT = Date.parse(NIGHT)

describeCaptures('the whole public catalogue of 2022-08-09', () => {
  test('is stored in records below 500 kB, and comes back exactly as CSV', { timeout: 120_000 }, async () => {
    const { elementSets } = readElementSets(capture('celestrak/full-catalogue-2le.2022-08-09.txt'))
    const store = memory()
    const { run, get } = await feedService({ store })
    // As if its elements were of the night.
    const sets = elementSets.map((each) => ({ ...each, epoch: new Date(AT).toISOString() }))
    const first = await run(sets)
    await run(sets)
    const records = openStore(store)
    const sizes: number[] = []
    for (const key of await records.keys('shell:'))
      if (key.includes(':objects:')) sizes.push(JSON.stringify(await records.get(key)).length)
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
