import type { ElementSet } from '@space-data/core/debris'
import { describe, expect, test } from 'vitest'
import {
  type ElementBlock,
  elementBlockKind,
  setsOfDay,
} from '../../../packages/core/src/features/objects/history/element-block.ts'
import { KeptCatalogues } from '../../../packages/core/src/features/objects/history/kept-catalogues.ts'
import { readHistory } from '../../../packages/core/src/features/objects/history/read-history.ts'
import { Records } from '../../../packages/core/src/kernel/storage/records/records.ts'
import { testContext } from '../../support/context.ts'
import { setOf } from './sets.ts'

/** A store, and what each night had: the catalogue of a day is fetched at 03:17. */
function nights() {
  const context = testContext()
  const kept = new KeptCatalogues(context.store, '')
  const fetchedAt = (day: string) => Date.parse(`${day}T03:17:00Z`)
  const write = (day: string, elementSets: readonly ElementSet[], days = 400) =>
    kept.write(day, { elementSets, source: `catalogue of ${day}`, fetchedAt: fetchedAt(day) }, { days })
  const epochsAt = async (noradId: number, at: string) =>
    (await kept.setsAt([noradId], Date.parse(at))).get(noradId)?.set.epoch
  const history = async (noradId: number, from = '2026-01-01', to = '2027-01-01') => {
    const span = { fromMs: Date.parse(from), toMs: Date.parse(to) }
    return (await readHistory(noradId, span, context)).sets
  }
  return { context, kept, write, epochsAt, history, fetchedAt }
}

const ISS = 25_544
const epoch = (day: string, hour = 1) => `${day}T${String(hour).padStart(2, '0')}:17:37.872384Z`

describe('elements as they were known at an instant', () => {
  test('are of the newest catalogue that had been fetched by then, to the millisecond', async () => {
    const { write, epochsAt } = nights()
    for (const day of ['2026-11-19', '2026-11-20']) await write(day, [setOf(ISS, epoch(day))])
    expect(await epochsAt(ISS, '2026-11-19T03:16:59.999Z')).toBeUndefined()
    expect(await epochsAt(ISS, '2026-11-19T03:17:00Z')).toBe(epoch('2026-11-19'))
    expect(await epochsAt(ISS, '2026-11-20T03:16:59.999Z')).toBe(epoch('2026-11-19'))
    expect(await epochsAt(ISS, '2026-11-20T03:17:00Z')).toBe(epoch('2026-11-20'))
  })

  test('are of the catalogue and not of the newest epoch: a provider may go back', async () => {
    const { write, epochsAt } = nights()
    await write('2026-11-19', [setOf(ISS, epoch('2026-11-19'))])
    await write('2026-11-20', [setOf(ISS, epoch('2026-11-18'))])
    expect(await epochsAt(ISS, '2026-11-20T12:00:00Z')).toBe(epoch('2026-11-18'))
  })

  test('of an object that left and returned are its last ones for 30 days, and then none', async () => {
    const { write, epochsAt } = nights()
    const other = (day: string) => setOf(20_580, epoch(day))
    await write('2026-09-01', [setOf(ISS, epoch('2026-08-31')), other('2026-09-01')])
    await write('2026-09-02', [other('2026-09-02')])
    // Missing nights, over the ends of two months.
    await write('2026-10-10', [other('2026-10-10')])
    await write('2026-11-20', [setOf(ISS, epoch('2026-11-19')), other('2026-11-20')])
    expect(await epochsAt(ISS, '2026-09-02T12:00:00Z')).toBe(epoch('2026-08-31'))
    expect(await epochsAt(ISS, '2026-10-01T00:00:00Z')).toBe(epoch('2026-08-31'))
    expect(await epochsAt(ISS, '2026-10-02T00:00:00Z')).toBeUndefined()
    expect(await epochsAt(20_580, '2026-11-05T00:00:00Z')).toBe(epoch('2026-10-10'))
    expect(await epochsAt(ISS, '2026-11-20T12:00:00Z')).toBe(epoch('2026-11-19'))
  })
})

describe('a history', () => {
  test('has each epoch once, oldest first, with the catalogues that it was in', async () => {
    const { write, history, fetchedAt } = nights()
    const [first, second] = [setOf(ISS, epoch('2026-10-30')), setOf(ISS, epoch('2026-11-01', 22))]
    for (const day of ['2026-10-30', '2026-10-31', '2026-11-01']) await write(day, [first])
    await write('2026-11-02', [second])
    expect(await history(ISS)).toEqual([
      {
        set: first,
        firstAt: fetchedAt('2026-10-30'),
        lastAt: fetchedAt('2026-11-01'),
        source: 'catalogue of 2026-11-01',
      },
      {
        set: second,
        firstAt: fetchedAt('2026-11-02'),
        lastAt: fetchedAt('2026-11-02'),
        source: 'catalogue of 2026-11-02',
      },
    ])
    const from = await history(ISS, epoch('2026-11-01', 22).slice(0, 19).concat('Z'), '2027-01-01')
    expect(from.map(({ set }) => set)).toEqual([second])
    expect((await history(ISS, '2026-10-30', '2026-11-01')).map(({ set }) => set)).toEqual([first])
  })

  test('has the later elements where two nights have others for one epoch', async () => {
    const { write, history, epochsAt, kept } = nights()
    const corrected = setOf(ISS, epoch('2026-11-19'), { raanDeg: 53.3066, revAtEpoch: 7 })
    await write('2026-11-19', [setOf(ISS, epoch('2026-11-19'))])
    await write('2026-11-20', [corrected])
    expect((await history(ISS)).map(({ set }) => set)).toEqual([corrected])
    expect(await epochsAt(ISS, '2026-11-19T12:00:00Z')).toBe(epoch('2026-11-19'))
    const known = await kept.setsAt([ISS], Date.parse('2026-11-19T12:00:00Z'))
    expect(known.get(ISS)?.set.raanDeg).toBe(53.3065)
  })

  test('is of numbers of any length, each in its own block', async () => {
    const { write, history, context } = nights()
    const ids = [5, 99, 100, 99_999, 100_000, 339_999, 340_000, 999_999_999]
    await write(
      '2026-11-20',
      ids.map((id) => setOf(id, epoch('2026-11-20'))),
    )
    for (const id of ids) expect((await history(id)).map(({ set }) => set.noradId)).toEqual([id])
    const keys = await context.store.keys('catalogue::')
    expect(keys.map((key) => key.split(':').at(-1)).sort()).toEqual(
      ['0', '1', '999', '1000', '3399', '3400', '9999999'].sort(),
    )
  })

  test('of an object that no catalogue has is a problem that says which are kept', async () => {
    const { write, history } = nights()
    await expect(history(ISS)).rejects.toMatchObject({
      code: 'elements_not_kept',
      message: expect.stringContaining('--keep-catalogues'),
    })
    for (const day of ['2026-11-19', '2026-11-20']) await write(day, [setOf(ISS, epoch(day))])
    await expect(history(20_580)).rejects.toMatchObject({
      code: 'elements_not_kept',
      message:
        'No catalogue has elements of this object with an epoch in this span. Catalogues are kept for ' +
        '2 nights from 2026-11-19 to 2026-11-20.',
    })
  })
})

describe('catalogues', () => {
  test('of a day come back whole, and all but the newest days are deleted', async () => {
    const { write, kept, context } = nights()
    const days = ['2026-10-31', '2026-11-01', '2026-11-02']
    const sets = (day: string) => [5, 250, 99_999, 100_000].map((id) => setOf(id, epoch(day)))
    for (const day of days) await write(day, sets(day), 2)
    expect((await kept.days()).map(({ day, objects }) => [day, objects])).toEqual([
      ['2026-11-01', 4],
      ['2026-11-02', 4],
    ])
    expect(await kept.read('2026-10-31')).toBeUndefined()
    expect(await context.store.keys('catalogue::2026-10')).toEqual([])
    expect(await kept.read('2026-11-01')).toEqual({
      elementSets: sets('2026-11-01'),
      source: 'catalogue of 2026-11-01',
      fetchedAt: Date.parse('2026-11-01T03:17:00Z'),
    })
  })

  test('of another run of a day take the place of the first, and an earlier day is added between', async () => {
    const { write, kept, history } = nights()
    await write('2026-11-18', [setOf(ISS, epoch('2026-11-18')), setOf(20_580, epoch('2026-11-18'))])
    await write('2026-11-20', [setOf(ISS, epoch('2026-11-20')), setOf(20_580, epoch('2026-11-20'))])
    await write('2026-11-20', [setOf(ISS, epoch('2026-11-20', 2))])
    await write('2026-11-19', [setOf(ISS, epoch('2026-11-19'))])
    expect((await kept.read('2026-11-20'))?.elementSets).toEqual([setOf(ISS, epoch('2026-11-20', 2))])
    expect((await history(ISS)).map(({ set }) => set.epoch)).toEqual([
      epoch('2026-11-18'),
      epoch('2026-11-19'),
      epoch('2026-11-20', 2),
    ])
    expect((await history(20_580)).map(({ set }) => set.epoch)).toEqual([epoch('2026-11-18')])
  })

  test('whose writing was interrupted are not there, and gone with the next', async () => {
    const { write, kept, history, context } = nights()
    await write('2026-11-19', [setOf(ISS, epoch('2026-11-19')), setOf(20_580, epoch('2026-11-19'))])
    const sets = [setOf(20_580, epoch('2026-11-20')), setOf(ISS, epoch('2026-11-20'))]
    let steps = 0
    const beforeEach = async () => {
      steps += 1
      if (steps === 2) throw new Error('killed')
    }
    const catalogue = { elementSets: sets, source: 'any', fetchedAt: Date.parse('2026-11-20T03:17:00Z') }
    await expect(kept.write('2026-11-20', catalogue, { days: 400, beforeEach })).rejects.toThrow('killed')
    expect((await kept.days()).map(({ day }) => day)).toEqual(['2026-11-19'])
    expect(await kept.read('2026-11-20')).toBeUndefined()
    expect((await history(20_580)).map(({ set }) => set.epoch)).toEqual([epoch('2026-11-19')])
    await write('2026-11-21', [setOf(ISS, epoch('2026-11-21'))])
    const block = await context.store.get<{ days: string[] }>('catalogue::2026-11:205')
    expect(block?.days).toEqual(['2026-11-19', '2026-11-21'])
  })

  test('of two stores are merged by day: of a day that both have, that of the store stays', async () => {
    const [one, other] = [nights(), nights()]
    const night = (day: string, raanDeg: number) => [setOf(ISS, epoch(day), { raanDeg })]
    await one.write('2026-11-18', night('2026-11-18', 1))
    await one.write('2026-11-20', night('2026-11-20', 1))
    await other.write('2026-11-19', [...night('2026-11-19', 2), setOf(25_500, epoch('2026-11-19'))])
    await other.write('2026-11-20', [...night('2026-11-20', 2), setOf(25_500, epoch('2026-11-20'))])
    const blocks = new Records(elementBlockKind, one.context, '')
    const added = await new Records(elementBlockKind, other.context, '').read('2026-11:255')
    await blocks.merge('2026-11:255', added as ElementBlock)
    const merged = await blocks.read('2026-11:255')
    expect(merged?.days).toEqual(['2026-11-18', '2026-11-19', '2026-11-20'])
    const raan = (day: string) =>
      setsOfDay(merged as ElementBlock, day).map((set) => [set.noradId, set.raanDeg])
    expect(merged?.days.map(raan)).toEqual([
      [[ISS, 1]],
      [
        [25_500, 53.3065],
        [ISS, 2],
      ],
      [[ISS, 1]],
    ])
    expect(elementBlockKind.merge(merged as ElementBlock, added as ElementBlock, '')).toBe(merged)
  })

  test('that an earlier version kept by day are deleted', async () => {
    const { write, context } = nights()
    for (const key of [
      'catalogue::2026-11-19:0',
      'catalogue::2026-11-19:head',
      'catalogue::other:2026-11-19:0',
    ])
      await context.store.set(key, [])
    await write('2026-11-20', [setOf(ISS, epoch('2026-11-20'))])
    expect((await context.store.keys('catalogue:')).sort()).toEqual([
      'catalogue::2026-11:255',
      'catalogue::other:2026-11-19:0',
    ])
  })
})
