import { describe, expect, test } from 'vitest'
import {
  type CustomShellRecord,
  CustomShellRecords,
} from '../../packages/core/src/features/custom-shells/custom-shell-records.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { newFile, openPlace } from '../processes/stores.ts'
import { testContext } from '../support/context.ts'

const NOW = Date.parse('2026-11-21T03:17:00Z')
const now = () => NOW

function recordOf(n: number): CustomShellRecord {
  return {
    id: `shl_${String(n).padStart(20, '0')}`,
    name: 'Größe 🛰️',
    grid: { minKm: 500, maxKm: 600, stepKm: 5, latitudeMinDeg: -45, latitudeMaxDeg: 60, latitudeStepDeg: 35 },
    filter: {
      objectTypes: ['debris', 'rocket_body'],
      owners: ['US'],
      inclinationMinDeg: 50,
      inclinationMaxDeg: 56.5,
      constellations: 'without',
    },
    createdAt: '2026-11-20T00:00:00.000Z',
    creationKey: 'digest',
  }
}

describe('custom shells of an account', () => {
  test('are read back as they were, by another process, too; the account stays listed', async () => {
    const place = newFile()
    const [one, other] = [openStore(await openPlace(place)), openStore(await openPlace(place))]
    await new CustomShellRecords(one, now).update('acme', () => [recordOf(1), recordOf(2)])
    const records = new CustomShellRecords(other, now)
    expect(await records.ofAccount('acme')).toEqual([recordOf(1), recordOf(2)])
    expect(await records.ofAccount('other')).toEqual([])
    await records.update('acme', () => [])
    expect(await records.ofAccount('acme')).toEqual([])
    expect(await records.accounts()).toEqual(['acme'])
    await Promise.all([one.close(), other.close()])
  })

  test('never exceed a limit that two processes reach at once', async () => {
    const place = newFile()
    const stores = [openStore(await openPlace(place)), openStore(await openPlace(place))]
    const processes = stores.map((store) => new CustomShellRecords(store, now))
    const add = async (n: number) => {
      await processes[n % 2]!.update('acme', (before) => {
        if (before.length >= 20) throw new Error('full')
        return [...before, recordOf(n)]
      })
    }
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => add(n)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    const left = (await processes[0]!.ofAccount('acme')).map(({ id }) => id)
    expect([left.length, new Set(left).size]).toEqual([20, 20])
    await Promise.all(stores.map((store) => store.close()))
  })
})

describe('the days of a custom shell', () => {
  const [A, B] = [`shl_${'A'.repeat(20)}`, `shl_${'B'.repeat(20)}`]
  const entry = (day: string, samples: readonly number[] = [4_320, 0, 17]) => {
    const t0 = Date.parse(day)
    return { day, runId: `run-${day}`, computedAt: t0 + 1, t0, used: 9, samples }
  }

  test('are listed over the turn of a year, one for each day, the last that was written', async () => {
    const days = testContext().customShells.days
    for (const day of ['2027-01-01', '2026-12-31', '2026-11-30']) await days.write(A, entry(day))
    await days.write(A, entry('2026-12-31', [1, 2, 3]))
    await days.write(B, entry('2026-12-31'))
    expect(await days.list(A, '2026-12-01', '2027-01-31')).toEqual([
      entry('2026-12-31', [1, 2, 3]),
      entry('2027-01-01'),
    ])
    expect((await days.list(A, '2025-12-01', '2027-12-31')).map(({ day }) => day)).toEqual([
      '2026-11-30',
      '2026-12-31',
      '2027-01-01',
    ])
    await days.delete(A)
    expect(await days.list(A, '2025-12-01', '2027-12-31')).toEqual([])
    expect(await days.list(B, '2025-12-01', '2027-12-31')).toHaveLength(1)
  })

  test('of a month with the most steps fit into one record of 500 kB', async () => {
    const {
      store,
      customShells: { days },
    } = testContext()
    const most = Array<number>(1_860).fill(400 * 4_320)
    const month = Array.from({ length: 31 }, (_, i) =>
      entry(`2026-12-${String(i + 1).padStart(2, '0')}`, most),
    )
    for (const day of month) await days.write(A, day)
    const stored = await store.get('custom-shell-days::shl_AAAAAAAAAAAAAAAAAAAA:2026-12')
    expect(JSON.stringify(stored).length).toBeLessThan(500_000)
  })
})
