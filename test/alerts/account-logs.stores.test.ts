import { keyv } from '@space-data/core'
import { expect, onTestFinished, test } from 'vitest'
import type { Alert, Audience } from '../../packages/core/src/features/alerts/alert.ts'
import { everyStore } from '../storage/every-store.ts'
import { fileAdapter } from '../storage/file-adapter.ts'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { NOON, testContext } from '../support/context.ts'

const FOREVER = Date.UTC(9999, 11, 31)

const stores = {
  ...everyStore,
  'a keyv adapter': async () => {
    const folder = temporaryFolder()
    onTestFinished(() => folder[Symbol.dispose]())
    return keyv(fileAdapter(folder.path))
  },
}

const alert = (n: number, audience: Audience = 'public'): Alert => ({
  id: `evt_${n}`,
  type: 'test.number',
  timestamp: new Date(NOON).toISOString(),
  subject: String(n),
  audience,
  data: {},
})
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

test.each(Object.entries(stores))(
  'on %s a log of an older version is gone on with by several processes, each alert in the log of its owner',
  async (_, open) => {
    const backend = await open()
    onTestFinished(() => backend.close())
    const processes = numbers(0, 3).map(() => testContext({ backend, time: { at: NOON } }))
    const [{ store, now }] = processes as [(typeof processes)[0]]
    for (const n of [1, 2, 3])
      await store.atomic.setIfAbsent(`alert::${n}`, JSON.stringify(alert(n)), FOREVER, now())
    await store.atomic.raise('alert::head', 3, FOREVER, now())

    await Promise.all(
      processes.map(async ({ alerts: { log } }, i) => {
        for (const n of numbers(0, 8)) {
          const audience: Audience = n % 2 === 0 ? { account: `account-${i}`, isWatched: true } : 'public'
          // What all find is logged once.
          const both = [alert(1_000 + n), alert(100 * (i + 1) + n, audience)]
          await log.append(both, 4)
        }
      }),
    )
    for (const { alerts } of [...processes, testContext({ backend, time: { at: NOON } })]) {
      expect(await alerts.log.head()).toBe(3 + 8 + 3 * 8)
      const seen = async (account?: string) =>
        (await alerts.log.read(0, 100, account)).map(({ id }) => Number(id.slice(4)))
      const odd = numbers(0, 3).flatMap((i) => [1, 3, 5, 7].map((n) => 100 * (i + 1) + n))
      const everybodys = [1, 2, 3, ...numbers(1_000, 8), ...odd]
      expect((await seen()).sort((a, b) => a - b)).toEqual([...everybodys].sort((a, b) => a - b))
      for (const i of numbers(0, 3)) {
        const own = [0, 2, 4, 6].map((n) => 100 * (i + 1) + n)
        const all = await seen(`account-${i}`)
        expect([...all].sort((a, b) => a - b)).toEqual([...everybodys, ...own].sort((a, b) => a - b))
        expect(all.filter((n) => own.includes(n))).toEqual(own)
      }
      const order = (await alerts.log.read(0, 100, 'account-0')).map(({ seq }) => seq)
      expect(order).toEqual([...order].sort((a, b) => a - b))
    }
  },
)
