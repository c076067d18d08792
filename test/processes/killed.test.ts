import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { fromOtherProcess } from '../storage/other-process.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { patiently } from '../support/patience.ts'
import { random } from '../support/random.ts'
import { orInSoak } from '../support/tier.ts'
import { client, KEYED, order, repeat, server } from './fleet.ts'
import { newFile, newPostgres, newRedis, onPostgres, onRedis } from './stores.ts'

const KILLS = orInSoak(5, 100)

vi.setConfig({ testTimeout: 60_000 + KILLS * 15_000 })
awayFromMidnight()

test(`SQLite: ${KILLS} kills of the server at random moments lose no acknowledged key`, async () => {
  const place = newFile()
  let acknowledged = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const one = await server(place)
    const keys = await keysUntil(one.url, () => one.kill('SIGKILL'))
    const next = await server(place)
    await expectGood(next.url, keys)
    await next.kill('SIGKILL')
    acknowledged += keys.length
  }
  const file = place.replace('sqlite:', '')
  expect(await fromOtherProcess(file, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  console.log(`FIGURE kill -9, SQLite: ${KILLS} kills, ${acknowledged} keys acknowledged, 0 lost, 0 corrupt`)
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS)
})

onRedis(`Redis, AOF always: ${KILLS} kills at random moments lose no acknowledged key`, async () => {
  const redis = await newRedis('--appendonly', 'yes', '--appendfsync', 'always')
  const { url } = await server(redis.url)
  let acknowledged = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const keys = await keysUntil(url, () => redis.kill())
    await redis.start()
    const fresh = await server(redis.url)
    await expectGood(fresh.url, keys)
    await fresh.kill('SIGKILL')
    acknowledged += keys.length
    await expect.poll(() => isIssuing(url)).toBe(true)
  }
  console.log(
    `FIGURE kill -9, Redis with AOF always: ${KILLS} kills, ${acknowledged} keys acknowledged, 0 lost`,
  )
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS)
})

onPostgres(`Postgres: ${KILLS} kills at random moments lose no acknowledged key`, async () => {
  const postgres = await newPostgres()
  const { url } = await server(postgres.url)
  let acknowledged = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const keys = await keysUntil(url, () => postgres.kill())
    await postgres.start()
    const fresh = await server(postgres.url)
    await expectGood(fresh.url, keys)
    await fresh.kill('SIGKILL')
    acknowledged += keys.length
    await expect.poll(() => isIssuing(url)).toBe(true)
  }
  console.log(`FIGURE kill -9, Postgres: ${KILLS} kills, ${acknowledged} keys acknowledged, 0 lost`)
  expect(acknowledged).toBeGreaterThanOrEqual(KILLS)
})

let networks = 0

/**
 * Issues keys, each to a network of its own, until a kill some time after the first; gives those that were
 * shown.
 */
async function keysUntil(url: string, kill: () => Promise<void>): Promise<string[]> {
  const ask = client(20)
  const shown: string[] = []
  let isOver = false
  let killed: Promise<void> | undefined
  await repeat(10_000, 20, async () => {
    if (isOver) return
    const { status, body } = await ask(`${url}/v1/keys`, { ...order, localAddress: nextAddress() })
    if (status !== 200) return
    shown.push((JSON.parse(body) as { key: string }).key)
    killed ??= sleep(random() * 300).then(() => {
      isOver = true
      return kill()
    })
  })
  await killed
  return shown
}

/** A lost key is a 401. */
async function expectGood(url: string, keys: readonly string[]): Promise<void> {
  const ask = client(20)
  await repeat(keys.length, 20, async (i) => {
    const { status } = await patiently(() => ask(`${url}${KEYED}`, { headers: { 'x-api-key': keys[i]! } }))
    expect(status).toBe(200)
  })
}

async function isIssuing(url: string): Promise<boolean> {
  return (await client(1)(`${url}/v1/keys`, { ...order, localAddress: nextAddress() })).status === 200
}

/** Linux answers for all of 127.0.0.0/8. */
function nextAddress(): string {
  networks += 1
  return `127.1.${Math.floor(networks / 250)}.${1 + (networks % 250)}`
}
