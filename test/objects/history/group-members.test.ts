import { describe, expect, test } from 'vitest'
import {
  GroupMembers,
  groupMembersKind,
} from '../../../packages/core/src/features/objects/history/group-members.ts'
import { testContext } from '../../support/context.ts'

const at = (instant: string) => Date.parse(instant)

function members() {
  const context = testContext()
  return { context, members: new GroupMembers(context.store, '') }
}

describe('the members of a group', () => {
  test('at an instant are those of the last fetch before, of 30 UTC days', async () => {
    const { members: kept } = members()
    const first = { fetchedAt: at('2026-10-30T01:00:00Z'), ids: [5, 25_544, 100_057] }
    const second = { fetchedAt: at('2026-11-02T01:00:00Z'), ids: [5, 100_057, 999_999_999] }
    for (const each of [first, second]) await kept.keep('stations', each)
    const found = (instant: string) => kept.at('stations', at(instant), 30)
    expect(await found('2026-10-30T00:59:59.999Z')).toBeUndefined()
    expect(await found('2026-10-30T01:00:00Z')).toEqual(first)
    expect(await found('2026-11-02T00:59:59Z')).toEqual(first)
    expect(await found('2026-11-02T01:00:00Z')).toEqual(second)
    expect(await found('2026-12-02T23:59:59Z')).toEqual(second)
    expect(await found('2026-12-03T00:00:00Z')).toBeUndefined()
    expect(await kept.at('weather', at('2026-11-02T01:00:00Z'), 30)).toBeUndefined()
  })

  test('are not kept twice, nor an older copy after a newer one', async () => {
    const { context, members: kept } = members()
    const copy = { fetchedAt: at('2026-11-02T01:00:00Z'), ids: [5] }
    for (const ids of [[5], [6]]) await kept.keep('stations', { ...copy, ids })
    await kept.keep('stations', { fetchedAt: copy.fetchedAt - 1, ids: [7] })
    expect(await kept.at('stations', copy.fetchedAt, 30)).toEqual(copy)
    expect(await context.store.get<unknown[]>('group-members::stations:2026-11')).toHaveLength(1)
  })

  test('of several stores are merged by the instant of the fetch; the stored ones stay', async () => {
    const month = async (...all: { fetchedAt: number; ids: number[] }[]) => {
      const { context, members: kept } = members()
      for (const each of all) await kept.keep('stations', each)
      return (await context.store.get('group-members::stations:2026-11')) as never
    }
    const [one, two, three] = [1, 2, 3].map((day) => ({
      fetchedAt: at(`2026-11-0${day}T00:00:00Z`),
      ids: [day, 10 + day, 100_000],
    })) as [never, never, never]
    const other = { fetchedAt: at('2026-11-02T00:00:00Z'), ids: [77] }
    const merged = groupMembersKind.merge(await month(two), await month(one, other, three), '')
    expect(merged).toEqual(await month(one, two, three))
  })

  test('of months before the oldest catalogue are deleted', async () => {
    const { context, members: kept } = members()
    for (const month of ['2026-09', '2026-10', '2026-11'])
      await kept.keep('iridium-NEXT', { fetchedAt: at(`${month}-05T00:00:00Z`), ids: [5] })
    await kept.deleteBefore('2026-10')
    expect(await context.store.keys('group-members:')).toEqual([
      'group-members::iridium-NEXT:2026-10',
      'group-members::iridium-NEXT:2026-11',
    ])
  })
})
