import { memory, type StoreBackend } from '@space-data/core'
import type { WebhookSender } from '@space-data/core/alerts'
import { expect, test } from 'vitest'
import { iso } from '../../../packages/core/src/kernel/kit/time.ts'
import { temporarySqlite } from '../../storage/temporary-sqlite.ts'
import { NOON } from '../../support/context.ts'
import { stopwatch } from '../../support/stopwatch.ts'
import { orInSoak } from '../../support/tier.ts'
import { deliverer, LIMIT, MASTER } from '../support.ts'

/** All at once, five for each account. */
const WEBHOOKS = orInSoak(500, 10_000)

test.each([
  ['memory', () => memory()],
  ['SQLite', temporarySqlite],
] as const)(`${WEBHOOKS} webhooks and one alert, on %s`, { timeout: 300_000 }, async (name, open) => {
  const backend: StoreBackend = await open()
  let [sent, underWay, most] = [0, 0, 0]
  const sender: WebhookSender = {
    async check() {},
    async send() {
      underWay += 1
      most = Math.max(most, underWay)
      await new Promise((resolve) => setImmediate(resolve))
      underWay -= 1
      sent += 1
      return { status: 204, retryAfter: null, body: '' }
    },
  }
  const process = deliverer({ backend, webhooks: { masterSecrets: [MASTER], sender } })
  const {
    alerts: { webhooks },
    store,
  } = process.context
  for (let account = 0; account < WEBHOOKS / LIMIT; account += 1) {
    const records = Array.from({ length: LIMIT }, (_, i) => ({
      id: `wh_${String(account * LIMIT + i).padStart(20, '0')}`,
      url: 'https://receiver.example/',
      types: [],
      parameters: {},
      description: null,
      createdAt: iso(NOON),
      secretVersion: 1,
      rotatedAt: null,
    }))
    await webhooks.update(`account-${account}`, () => records)
  }
  await process.deliver()
  expect(sent).toBe(0)

  const first = stopwatch()
  await process.log('a')
  await process.deliver()
  const [firstMs, firstSent] = [first.ms, sent]
  const again = stopwatch()
  await process.log('b')
  await process.deliver()
  console.log(
    `FIGURE webhooks, ${WEBHOOKS} at once, ${name}: ${firstMs} ms for the first alert, ${again.ms} ms for the ` +
      `next, at most ${most} requests at a time`,
  )
  expect([firstSent, sent]).toEqual([WEBHOOKS, 2 * WEBHOOKS])
  expect(most).toBeLessThanOrEqual(256)
  expect(await process.webhooks.summary()).toMatchObject({ active: WEBHOOKS, failing: 0, pending: 0 })
  expect(process.context.errors).toEqual([])
  await store.close()
})
