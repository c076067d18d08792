import { describe, expect, test } from 'vitest'
import { describeAlert } from '../../packages/core/src/features/alerts/describe-alert.ts'
import { crew } from '../../packages/core/src/features/alerts/detectors/crew.ts'
import { running } from './support.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const HOUR = 3_600_000

const person = (id: number) => ({
  id,
  name: `Sample Astronaut ${id}`,
  agency: 'European Space Agency',
  station: 'International Space Station',
  spacecraft: null,
  launch_id: null,
  since: '2026-10-30T14:05:00.000Z',
})

const listOf = (at: number, ids: readonly number[], count = ids.length) => ({
  ...{ count, people: ids.map(person), as_of: new Date(at).toISOString(), source: 'Launch Library 2' },
})

function observer() {
  const detector = running(crew)
  return (at: number, ...ids: number[]) => detector.observe(listOf(at, ids), at)
}

const ids = (people: unknown) => (people as { id: number }[]).map(({ id }) => id)

describe('crew.changed', () => {
  test('the first list is taken as it is', () => {
    expect(observer()(NOW, 1, 2, 3)).toEqual([])
  })

  test.each([
    ['nobody', [1, 2, 3], null],
    ['another order', [3, 1, 2], null],
    ['two who come', [1, 2, 3, 4, 5], { arrived: [4, 5], left: [], count: 5, previous_count: 3 }],
    ['one who leaves', [1, 3], { arrived: [], left: [2], count: 2, previous_count: 3 }],
    [
      'a whole crew that is relieved',
      [4, 5],
      { arrived: [4, 5], left: [1, 2, 3], count: 2, previous_count: 3 },
    ],
    ['as many others', [1, 2, 4], { arrived: [4], left: [3], count: 3, previous_count: 3 }],
  ])('%s', (_, then, expected) => {
    const observe = observer()
    observe(NOW, 1, 2, 3)
    const alerts = observe(NOW + 6 * HOUR, ...then)
    expect(alerts).toHaveLength(expected ? 1 : 0)
    for (const { type, at, data } of alerts) {
      expect([type, at]).toEqual(['crew.changed', NOW + 6 * HOUR])
      expect({ ...data, arrived: ids(data['arrived']), left: ids(data['left']) }).toMatchObject(
        expected ?? {},
      )
      expect(data['url']).toBe('/v1/people')
    }
    expect(observe(NOW + 12 * HOUR, ...then)).toEqual([])
  })

  test('who comes back is news again, and who has left is told as they were', () => {
    const observe = observer()
    observe(NOW, 1, 2)
    const [gone] = observe(NOW + HOUR, 1)
    expect(gone?.data['left']).toEqual([person(2)])
    expect(observe(NOW + 2 * HOUR, 1, 2)).toHaveLength(1)
  })

  test('is written as a sentence', () => {
    const observe = observer()
    observe(NOW, 1, 2)
    const [alert] = observe(NOW + HOUR, 1, 3)
    expect(alert && describeAlert(alert)).toBe(
      'Sample Astronaut 3 arrived, Sample Astronaut 2 left; 2 people are in space',
    )
  })

  test('nobody has left while the record of somebody cannot be read', () => {
    const { observe } = running(crew)
    observe(listOf(NOW, [1, 2, 3]), NOW)
    expect(observe(listOf(NOW + HOUR, [1, 3], 3), NOW + HOUR)).toEqual([])
    const [came] = observe(listOf(NOW + 2 * HOUR, [1, 4], 3), NOW + 2 * HOUR)
    expect([ids(came?.data['arrived']), ids(came?.data['left'])]).toEqual([[4], []])
    const [left] = observe(listOf(NOW + 3 * HOUR, [1, 4]), NOW + 3 * HOUR)
    expect([ids(left?.data['arrived']), ids(left?.data['left'])]).toEqual([[], [3, 2]])
  })
})
