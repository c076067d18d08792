import { memory } from '@space-data/core'
import { expect, test } from 'vitest'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { feedService, linesOf, NIGHT } from '../pages/feed-service.ts'
import { elementSet, elementSets } from './night/element-sets.ts'

const AT = Date.parse(NIGHT)
const DAY = 86_400_000

/** A service of three runs, and a way to lose parts of the latest. */
async function threeRuns() {
  const store = memory()
  const service = await feedService({ store })
  const ids: string[] = []
  for (const gone of [0, 1, 2]) {
    if (gone > 0) service.clock.advance(DAY)
    ids.push(await service.run([elementSet(7, AT), ...elementSets(1_700 - gone, AT, 100_000 + gone)]))
  }
  const lose = (part: string) => openStore(store).delete(`shell:${originsOf(store)}:${ids[2]}:${part}`)
  return { ...service, ids, lose: async (part: string) => lose(part), store }
}

function originsOf(store: ReturnType<typeof memory>): string {
  const [name = ''] = [...(store.adapter as Map<string, unknown>).keys()].filter((key) => /^shell:/.test(key))
  return name.split(':')[1] ?? ''
}

test.each(['left', 'runs'])(
  'changes are never called complete while the part %s is missing',
  async (part) => {
    const { ids, open, get, lose } = await threeRuns()
    const reader = (await open(`?since=${ids[0]}&format=ndjson`)).body!.getReader()
    await reader.read()
    await lose(part)
    const rest = async () => {
      let text = ''
      for (let next = await reader.read(); !next.done; next = await reader.read())
        text += new TextDecoder().decode(next.value)
      return text
    }
    await expect(rest()).rejects.toThrow('lacks its history')
    for (const format of ['json', 'csv', 'parquet'])
      expect((await get(`?since=${ids[0]}&format=${format}`)).status).toBeGreaterThanOrEqual(500)
  },
)

test.each(['objects:1', 'left', 'runs'])(
  'a run without its part %s does not keep the next ones from being published',
  async (part) => {
    const { ids, run, get, clock, lose, errors, spaceData } = await threeRuns()
    await lose(part)
    clock.advance(DAY)
    const next = await run([elementSet(7, AT), elementSet(8, AT)])
    expect(errors.map(String)).toEqual([expect.stringContaining('lacks')])
    const { data } = (await get()).json
    expect(data).toMatchObject({ run_id: next, run_number: 4, matched: 2, complete: true })
    expect((await get(`?since=${ids[2]}`)).status).toBe(410)
    expect((await spaceData.store.check()).findings).toEqual([])
    clock.advance(DAY)
    await run([elementSet(7, AT), elementSet(9, AT)])
    const lines = linesOf((await get(`?since=${next}&format=ndjson`)).text)
    expect(lines.slice(1, -1).map((line) => [line['norad_id'], line['change']])).toEqual([
      [9, 'added'],
      [8, 'removed'],
    ])
  },
)
