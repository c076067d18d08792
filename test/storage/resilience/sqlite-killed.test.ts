import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sqlite } from '../../../packages/core/src/adapters/sqlite/index.ts'
import { temporaryFolder } from '../temporary-sqlite.ts'
import { NOW, UNTIL } from './trouble.ts'

const LOCKER = fileURLToPath(new URL('../locking-worker.mjs', import.meta.url))

test('SQLite keeps what was written when a process that holds its lock is killed', async () => {
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
