import { copyFileSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { run, serve } from '../cli/program.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { patiently } from '../support/patience.ts'
import { client, KEYED, order, repeat } from './fleet.ts'
import { newFile } from './stores.ts'

vi.setConfig({ testTimeout: 120_000 })
awayFromMidnight()

/** How many keys are issued before the backup, and after it. */
const KEYS = 100

const env = {
  SPACE_DATA_LIMITS_ISSUANCE_PER_HOUR: '1000000',
  SPACE_DATA_LIMITS_ISSUANCE_PER_IPV4_NET24: '1000000',
  SPACE_DATA_LIMITS_ISSUANCE_PER_DAY: '1000000',
}

test('a backup under load of two servers brings back every key and count from before it, after all is lost', async () => {
  const store = newFile()
  const file = store.replace('sqlite:', '')
  const args = ['--sample', '--no-jobs', '--log', 'off', '--store', store]
  const servers = await Promise.all([serve(args, env), serve(args, env)])
  const ask = client(16)

  /** What is left of the day of each key, as the last answer told. */
  const left = new Map<string, number>()
  let isOver = false
  const load = repeat(100_000, 12, async (i) => {
    if (isOver) return
    const { url } = servers[i % 2]!
    const localAddress = `127.2.${i >> 8}.${i & 255}`
    const issued = await ask(`${url}/v1/keys`, { ...order, localAddress })
    if (issued.status !== 200) return
    const { key } = JSON.parse(issued.body) as { key: string }
    left.set(key, 1_000)
    for (let use = 0; use < 3; use += 1) {
      const { status, headers } = await ask(`${url}${KEYED}`, { headers: { 'x-api-key': key } })
      if (status === 200) left.set(key, leftOf(headers))
    }
  })

  await vi.waitUntil(() => left.size >= KEYS, { timeout: 60_000, interval: 20 })
  const before = new Map(left)
  const backup = await run(['store', 'backup', `${file}.copy`, '--store', store, '--json'], {})
  expect(backup).toMatchObject({ code: 0, stderr: '' })
  await vi.waitUntil(() => left.size >= before.size + KEYS, { timeout: 60_000, interval: 20 })
  isOver = true
  await load
  for (const { child, finished } of servers) {
    child.kill('SIGKILL')
    await finished
  }
  for (const lost of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(lost)) writeFileSync(lost, 'this was a store')

  for (const rest of [`${file}-wal`, `${file}-shm`]) rmSync(rest, { force: true })
  copyFileSync(`${file}.copy`, file)
  const check = await run(['store', 'check', '--store', store], {})
  expect(check).toMatchObject({ code: 0, stderr: '' })
  expect(check.stdout).not.toMatch(/^damage/m)
  const { url } = await serve(args, env)
  const keys = [...before]
  await repeat(keys.length, 12, async (i) => {
    const [key, count] = keys[i]!
    const { status, headers } = await patiently(() =>
      ask(`${url}${KEYED}`, { headers: { 'x-api-key': key } }),
    )
    expect(status).toBe(200)
    expect(leftOf(headers)).toBeLessThan(count)
  })
  const { keys: inCopy } = JSON.parse(backup.stdout) as { keys: number }
  expect(inCopy).toBeGreaterThanOrEqual(keys.length)
})

function leftOf(headers: Readonly<Record<string, string>>): number {
  return Number(/r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1])
}
