import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSpaceData } from '@space-data/core'
import { afterAll, expect, test, vi } from 'vitest'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { FOREVER } from '../../packages/core/src/kernel/kit/time.ts'
import { elapsing } from '../support/elapsing.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

const { path: folder, [Symbol.dispose]: remove } = temporaryFolder()
afterAll(remove)

const DAY_MS = 86_400_000
const FILES = ['', '-wal', '-shm']
/** Reads the files in another process: closing them here would release the locks of this process. */
const bytesOf = (path: string) =>
  execFileSync(
    'cat',
    FILES.map((end) => path + end).filter((file) => existsSync(file)),
    { encoding: 'latin1', maxBuffer: 2 ** 27 },
  )

test('after three days nothing in the SQLite file identifies who requested a key', async () => {
  using time = elapsing()
  const path = join(folder, 'forgotten.sqlite')
  const backend = await sqlite(path)
  let now = Date.now() - 3 * DAY_MS
  const day = new Date(now).toISOString().slice(0, 10)
  const service = createSpaceData({ store: backend, now: () => new Date(now), onError() {} })
  for (let i = 0; i < 50; i += 1) {
    const order = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"alice"}',
    }
    const answer = await service.handle(new Request('http://x/v1/keys', order), { ip: `203.0.113.${i}` })
    expect(answer.status).toBe(200)
  }
  const secret = await backend.atomic.get(`network-secret:${day}`, now, FOREVER)
  expect(secret).toMatch(/^\S{20,}$/)
  expect(bytesOf(path)).toContain(secret)
  expect(bytesOf(path)).toContain(`:${day}`)

  now += 3 * DAY_MS
  time.pass(3 * DAY_MS)
  await service.handle(new Request('http://x/ref/tiers'), { ip: '198.51.100.1' })
  await vi.waitFor(() => expect(bytesOf(path)).not.toContain(secret), PATIENCE_MS)
  expect(bytesOf(path)).not.toMatch(new RegExp(`issued:[0-9a-f]+:${day}`))
  await service.close()
  expect(bytesOf(path)).not.toContain(secret)
  expect(bytesOf(path)).not.toMatch(new RegExp(`issued:[0-9a-f]+:${day}`))
})

test('a new SQLite file and its log are readable by their owner only', async () => {
  const path = join(folder, 'new.sqlite')
  const backend = await sqlite(path)
  for (const end of FILES) expect(statSync(path + end).mode & 0o777).toBe(0o600)
  await backend.close()
})

test.each([
  [0o644, 0o600],
  [0o666, 0o600],
  [0o660, 0o660],
  [0o640, 0o640],
])('a SQLite file with mode %o gets %o', async (before, after) => {
  const path = join(folder, `${before}.sqlite`)
  writeFileSync(path, '')
  chmodSync(path, before)
  const backend = await sqlite(path)
  await backend.atomic.add('a', 1, Date.now() + 1_000, Date.now())
  for (const end of FILES) expect(statSync(path + end).mode & 0o777).toBe(after)
  await backend.close()
})
