import type { ElementSet } from '@space-data/core/debris'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KeptCatalogues } from '../../../packages/core/src/features/objects/history/kept-catalogues.ts'
import { readHistory } from '../../../packages/core/src/features/objects/history/read-history.ts'
import { testContext } from '../../support/context.ts'
import { runs } from '../../support/tier.ts'
import { DAY, setOf } from './sets.ts'

const IDS = [99, 100, 25_544, 100_000, 270_001]
const START = Date.parse('2026-10-20T00:00:00Z')
const dayName = (day: number) => new Date(START + day * DAY).toISOString().slice(0, 10)

/** An object of a night: absent, or elements of one of few epochs, in one of two states. */
const object = fc.option(fc.record({ epoch: fc.nat(30), state: fc.nat(1) }), { nil: undefined, freq: 4 })

const night = fc.record({
  day: fc.nat(45),
  /** Hours after midnight. */
  hour: fc.nat(23),
  objects: fc.tuple(object, object, object, object, object),
})

interface Night {
  readonly day: string
  readonly fetchedAt: number
  readonly sets: readonly ElementSet[]
}

test('history, instants and whole days are those of a list of catalogues', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(night, { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: -1, max: 80 }),
      fc.tuple(fc.nat(60), fc.nat(60)),
      async (written, keep, atDay, [one, other]) => {
        const context = testContext()
        const kept = new KeptCatalogues(context.store, '')
        let model: Night[] = []
        for (const { day, hour, objects } of written) {
          const sets = objects.flatMap((each, i) => {
            if (!each) return []
            const epoch = `${dayName(each.epoch)}T12:00:00.000864Z`
            return [setOf(IDS[i]!, epoch, { raanDeg: 10 + each.state })]
          })
          const fetchedAt = START + day * DAY + hour * 3_600_000
          const catalogue = { elementSets: sets, source: 'test', fetchedAt }
          await kept.write(dayName(day), catalogue, { days: keep })
          model = [
            ...model.filter((each) => each.day !== dayName(day)),
            { day: dayName(day), fetchedAt, sets },
          ]
            .sort((a, b) => (a.day < b.day ? -1 : 1))
            .slice(-keep)
        }
        expect((await kept.days()).map(({ day }) => day)).toEqual(model.map(({ day }) => day))
        for (const { day, sets } of model) expect((await kept.read(day))?.elementSets).toEqual(sets)

        const at = START + atDay * DAY + 5 * 3_600_000
        const firstDay = new Date(at - 30 * DAY).toISOString().slice(0, 10)
        const expected = new Map<number, ElementSet>()
        for (const { day, fetchedAt, sets } of model)
          if (fetchedAt <= at && day >= firstDay) for (const set of sets) expected.set(set.noradId, set)
        const found = await kept.setsAt(IDS, at)
        expect(new Map([...found].map(([id, { set }]) => [id, set]))).toEqual(expected)

        const span = { fromMs: START + Math.min(one, other) * DAY, toMs: START + Math.max(one, other) * DAY }
        for (const id of IDS) {
          const byEpoch = new Map<string, ElementSet>()
          for (const { sets } of model)
            for (const set of sets)
              if (
                set.noradId === id &&
                Date.parse(set.epoch) >= span.fromMs &&
                Date.parse(set.epoch) < span.toMs
              )
                byEpoch.set(set.epoch, set)
          const sets = [...byEpoch.values()].sort((a, b) => (a.epoch < b.epoch ? -1 : 1))
          const history = readHistory(id, span, context)
          if (sets.length === 0) await expect(history).rejects.toMatchObject({ code: 'elements_not_kept' })
          else expect((await history).sets.map(({ set }) => set)).toEqual(sets)
        }
      },
    ),
    runs(60, 1_500),
  )
})
