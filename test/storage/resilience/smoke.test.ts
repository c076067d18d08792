import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { redis } from '../../../packages/core/src/storage/redis/index.ts'
import { sqlite } from '../../../packages/core/src/storage/sqlite/index.ts'
import { haveRedis, startRedis } from '../../support/redis.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'
import { again, NOW, UNTIL } from './trouble.ts'

const LOCKER = fileURLToPath(new URL('../locking-worker.mjs', import.meta.url))

test.skipIf(!(await haveRedis()))('a Redis that is killed fails at once, and is used again', async () => {
  await using server = await startRedis()
  const { atomic, close } = await redis(server.url)
  const take = async () => atomic.add('k', 1_000, UNTIL, NOW)
  expect(await take()).toEqual({ added: 1, count: 1 })
  await server.kill()
  await expect(take()).rejects.toThrow()
  await server.start()
  await again(take)
  await close()
})

test('SQLite, whose process is killed while it holds the lock, has what was written', async () => {
  using folder = temporaryFolder()
  const path = join(folder.path, 'space-data.sqlite')
  const { atomic, close } = await sqlite(path)
  const take = async () => atomic.add('k', 1_000, UNTIL, NOW)
  await take()
  const locker = fork(LOCKER, [path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(locker, 'message')
  const exited = once(locker, 'exit')
  locker.kill('SIGKILL')
  await exited
  expect(await take()).toEqual({ added: 1, count: 2 })
  await close()
})
