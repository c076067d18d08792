import type { ElementSet } from '@space-data/core/debris'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { feedService, linesOf, NIGHT } from '../pages/feed-service.ts'
import { runs } from '../support/tier.ts'
import { elementSet, elementSets } from './night/element-sets.ts'

const AT = Date.parse(NIGHT)
const DAY = 86_400_000
type Found = Record<string, unknown> & { norad_id: number }

test('since tells what was added, changed and removed, with reasons', async () => {
  const { run, get, clock } = await feedService()
  const first = await run(elementSets(10, AT))
  expect((await get(`?since=${first}`)).json.data).toMatchObject({
    added: [],
    changed: [],
    removed: [],
    count: 0,
  })
  clock.advance(DAY)
  const moved = { ...elementSet(100_001, AT), meanAnomalyDeg: 1.5 }
  const second = await run([elementSet(100_000, AT), moved, ...elementSets(8, AT, 100_003)])
  const { data } = (await get(`?since=${first}`)).json
  expect(data).toMatchObject({ run_id: second, run_number: 2, complete: true, matched: 2 })
  expect(data.added.map(({ norad_id, first_seen }: Found) => [norad_id, first_seen])).toEqual([
    [100_010, '2026-11-22'],
  ])
  expect(data.changed.map(({ norad_id, change }: Found) => [norad_id, change])).toEqual([
    [100_001, 'changed'],
  ])
  expect(data.removed).toEqual([
    { norad_id: 100_002, name: 'FENGYUN 100002 DEB', reason: 'gone', run_number: 2 },
  ])
  expect(data).not.toHaveProperty('objects')
  const { text } = await get(`?since=${first}&format=csv`)
  const rows = text.split('\n').filter((line) => !line.startsWith('#'))
  expect(rows.slice(1, -1).map((row) => row.split(',').slice(-2).join(' '))).toEqual([
    'changed ',
    'added ',
    'removed gone',
  ])
})

test('an unknown run is 410, which names the oldest that is known', async () => {
  const { run, get, clock } = await feedService()
  const first = await run(elementSets(3, AT))
  clock.advance(DAY)
  await run(elementSets(3, AT))
  for (const format of ['json', 'ndjson', 'csv', 'parquet']) {
    const { status, json } = await get(`?since=20200101T000000Z-00000000&format=${format}`)
    expect([status, json.error]).toEqual([410, 'run_too_old'])
    expect(json.message).toContain(first)
  }
})

test('an object that returns keeps the day on which it was first seen', async () => {
  const { run, get, clock } = await feedService()
  const others = elementSets(5, AT)
  await run(others)
  for (const sets of [[...others, elementSet(7, AT)], others, [...others, elementSet(7, AT)]]) {
    clock.advance(DAY)
    await run(sets)
  }
  const [found] = (await get('?ids=7')).json.data.objects
  expect(found.first_seen).toBe('2026-11-22')
})

/** A night: which of eight objects are in the catalogue, and with which elements. */
const night = fc.array(fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }), {
  minLength: 8,
  maxLength: 8,
})

test('replaying answers, from any run over any others, always gives the current list', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(night, fc.boolean()), { minLength: 2, maxLength: 6 }),
      fc.constantFrom('json', 'ndjson'),
      async (nights, format) => {
        const { run, get, clock, spaceData } = await feedService()
        const held = new Map<number, Found>()
        let since: string | undefined
        for (const [states, isRead] of nights) {
          const sets = states.flatMap((state, i): ElementSet[] =>
            state === undefined ? [] : [{ ...elementSet(i + 1, AT), raanDeg: state }],
          )
          clock.advance(DAY)
          const runId = await run([...sets, elementSet(99, AT)])
          if (!isRead) continue
          const list = (await get('?limit=5000')).json.data.objects as Found[]
          if (since === undefined) for (const object of list) held.set(object.norad_id, object)
          else if (format === 'json') {
            const { added, changed, removed } = (await get(`?since=${since}`)).json.data
            for (const object of [...added, ...changed]) held.set(object.norad_id, object)
            for (const { norad_id } of removed) held.delete(norad_id)
          } else {
            const lines = linesOf((await get(`?since=${since}&format=ndjson`)).text) as Found[]
            for (const object of lines.slice(1, -1)) {
              if (object['change'] === 'removed') held.delete(object.norad_id)
              else held.set(object.norad_id, object)
            }
          }
          since = runId
          // The age is of the run, not of the object.
          const bare = (objects: Iterable<Found>) =>
            [...objects]
              .map(({ age_days, change, ...rest }) => rest)
              .sort((one, other) => one.norad_id - other.norad_id)
          expect(bare(held.values())).toEqual(bare(list))
        }
        await spaceData.close()
      },
    ),
    runs(10, 25),
  )
})
