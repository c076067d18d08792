import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import keyvTestSuite, { keyvIteratorTests } from '@keyv/test-suite'
import Keyv, { type KeyvStoreAdapter } from 'keyv'
import * as vitest from 'vitest'
import { afterAll, beforeAll, describe } from 'vitest'
import { memory } from '../../packages/core/src/backends/memory.ts'
import { redis } from '../../packages/core/src/backends/redis.ts'
import { sqlite } from '../../packages/core/src/backends/sqlite.ts'
import type { Backend } from '../../packages/core/src/store/backend.ts'
import { haveRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** Keyv's own suite for adapters, over each of ours as it is opened for the service. */
describe('keyv’s suite: memory', () => {
  // It writes to the adapter's options, which a Map does not have.
  const newMap = () => Object.assign(memory().adapter as Map<string, unknown>, { opts: {} })
  keyvTestSuite(vitest, Keyv, newMap as never)
})

describe('keyv’s suite: SQLite', () => {
  const folder = temporaryFolder()
  afterAll(() => folder[Symbol.dispose]())
  const adapter = inTurn(() => sqlite(join(folder.path, 'space-data.sqlite')))
  keyvTestSuite(vitest, Keyv, adapter as never)
  keyvIteratorTests(vitest, Keyv, adapter as never)
})

describe.skipIf(!(await haveRedis()))('keyv’s suite: Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server[Symbol.asyncDispose]())
  keyvTestSuite(vitest, Keyv, inTurn(() => redis(server.url)) as never)
})

/** The suite asks for up to two adapters at once, each of which gets a namespace of its own. */
function inTurn(open: () => Promise<Backend>): () => KeyvStoreAdapter {
  let backends: Backend[] = []
  let turn = 0
  beforeAll(async () => {
    backends = await Promise.all([open(), open()])
    // Each of the suite's many Keyvs listens to the one adapter.
    for (const { adapter } of backends) (adapter as Partial<EventEmitter>).setMaxListeners?.(0)
  })
  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.close()))
  })
  return () => backends[turn++ % 2]?.adapter as KeyvStoreAdapter
}
