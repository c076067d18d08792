import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { expect, test, vi } from 'vitest'
import { run } from '../cli/program.ts'
import { fromOtherProcess } from '../storage/other-process.ts'
import { awayFromMidnight } from '../support/midnight.ts'
import { PATIENCE_MS, patiently } from '../support/patience.ts'
import { client, fleet, KEYED, order, repeat } from './fleet.ts'
import { newFile, openPlace } from './stores.ts'

vi.setConfig({ testTimeout: 120_000 })
awayFromMidnight()

const LOCKER = fileURLToPath(new URL('../storage/locking-worker.mjs', import.meta.url))

test('after another program held the lock for seconds, all that is acknowledged is in the file', async () => {
  const place = newFile()
  const path = place.replace('sqlite:', '')
  const operator = createSpaceData({ features: everything, store: await openPlace(place) })
  const { key, record } = await operator.keys.issue({ tier: 'free', label: 'locked', account: 'acme' })
  await operator.close()
  const [a, b] = await fleet(2, place)
  const ask = client(8)
  const keyed = (url: string) => ask(`${url}${KEYED}`, { headers: { 'x-api-key': key } })
  const onDisk = () => fromOtherProcess(path, `SELECT count FROM counters WHERE key LIKE 'quota:acme:%'`)

  // The first request of A comes while the lock is held: everything it does at its start fails.
  const locker = fork(LOCKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(locker, 'message')
  const duringLock = await keyed(a!.url)
  expect([200, 503]).toContain(duringLock.status)
  await pause(1_000)
  locker.send('let go')
  await once(locker, 'exit')

  let counted = 0
  const untilCounted = async (url: string) => {
    const { headers } = await patiently(() => keyed(url))
    if (!headers['ratelimit']) return false
    counted += 1
    return true
  }
  // A store that was away is tried again after a second.
  await vi.waitFor(async () => expect(await untilCounted(a!.url)).toBe(true), {
    timeout: PATIENCE_MS,
    interval: 500,
  })
  await repeat(300, 8, async () => void (await untilCounted(a!.url)))
  expect(await onDisk()).toEqual([{ count: counted }])
  await repeat(100, 4, async () => void (await untilCounted(b!.url)))
  expect(await onDisk()).toEqual([{ count: counted }])
  expect((await patiently(() => ask(`${b!.url}/v1/keys`, order))).status).toBe(200)

  const revoked = await run(['keys', 'revoke', record.id, '--store', place], {})
  expect(revoked).toMatchObject({ code: 0 })
  for (const { url } of [a!, b!])
    await vi.waitFor(async () => expect((await keyed(url)).status).toBe(401), {
      timeout: PATIENCE_MS,
      interval: 500,
    })
  await a!.kill('SIGTERM')
  await b!.kill('SIGTERM')
  const [{ count } = {}] = await onDisk()
  expect(count).toBeGreaterThanOrEqual(counted)
  expect(await fromOtherProcess(path, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
})
