import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import KeyvRedis from '@keyv/redis'
import { everything } from '@space-data/core/features'
import type { KeyvStoreAdapter } from 'keyv'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createSpaceData, keyv } from '../../../packages/core/src/index.ts'
import { openStore } from '../../../packages/core/src/kernel/storage/store.ts'
import { random } from '../../support/random.ts'
import { haveRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { orInSoak } from '../../support/tier.ts'
import { fileAdapter } from '../file-adapter.ts'
import { patient } from '../patient.ts'
import { storageSuite } from '../suite.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'

const PROGRAM = fileURLToPath(new URL('../keyv-process.mjs', import.meta.url))
const KILLS = orInSoak(5, 100)

vi.setConfig({ testTimeout: 120_000 + KILLS * 15_000 })

test(`keyv-file: ${KILLS} kills lose no key that was shown, and at most 100 requests each`, async () => {
  using folder = temporaryFolder()
  await expectDurable(['file', folder.path], () => fileAdapter(folder.path))
})

describe.skipIf(!(await haveRedis()))('on Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  storageSuite('KeyvRedis', async () => {
    await server.cli('FLUSHALL')
    return patient(await keyv(new KeyvRedis(server.url)))
  })

  test(`KeyvRedis: ${KILLS} kills lose no key that was shown, and at most 100 requests each`, async () => {
    await server.cli('FLUSHALL')
    await expectDurable(['redis', server.url], () => new KeyvRedis(server.url))
  })

  test('a KeyvRedis whose server is away fails, and finds nothing absent', async () => {
    const backend = await keyv(new KeyvRedis(server.url))
    const store = openStore(backend)
    await server.kill()
    // A client that has seen the end of its connection waits for the next one.
    await expect(store.get('key:1')).rejects.toMatchObject({ code: 'store_unavailable' })
    await server.start()
    await store.close()
  })
})

/** Kills a process that counts and issues keys, again and again, and looks at what is left. */
async function expectDurable(args: readonly string[], open: () => KeyvStoreAdapter): Promise<void> {
  let least = 0
  let issued = 0
  let lost = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { counted, shown } = await runUntilKilled(args)
    const store = await keyv(open())
    const left = await store.atomic.count('counted', Date.now())
    lost = Math.max(lost, counted - left)
    expect(counted - left).toBeLessThanOrEqual(100)
    expect(left).toBeGreaterThanOrEqual(least)
    least = left
    await expectIssued(createSpaceData({ features: everything, store }), shown)
    issued += shown.length
  }
  console.log(
    `FIGURE kill -9, ${args[0]} through keyv: ${KILLS} kills, ${issued} keys shown, 0 lost; ${least} requests counted, at most ${lost} of a kill lost`,
  )
  expect(issued).toBeGreaterThanOrEqual(KILLS)
}

/** Returns the last count that a process printed, and the keys, until it was killed at a random moment. */
async function runUntilKilled(args: readonly string[]) {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const shown: { key: string; ip: string }[] = []
  let counted = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, value = '', ip = ''] = line.split(' ')
    if (kind === 'counted') counted = Number(value)
    else if (ip !== '') shown.push({ key: value, ip })
    if (shown.length === 1 && kind === 'shown') void sleep(random() * 1_500).then(() => child.kill('SIGKILL'))
  }
  await exited
  return { counted, shown }
}

/** A key is accepted, and its network gets no other that day. */
async function expectIssued(
  spaceData: ReturnType<typeof createSpaceData>,
  shown: readonly { key: string; ip: string }[],
): Promise<void> {
  for (const { key, ip } of shown) {
    const asked = new Request('https://example.test/v1/alerts', { headers: { 'x-api-key': key } })
    expect((await spaceData.handle(asked, { ip })).status).toBe(200)
    const again = await spaceData.handle(
      new Request('https://example.test/v1/keys', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"label":"again"}',
      }),
      { ip },
    )
    expect(again.status).toBe(429)
  }
  await spaceData.close()
}
