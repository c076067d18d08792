import type { EventEmitter } from 'node:events'
import { join } from 'node:path'
import keyvTestSuite, { keyvIteratorTests } from '@keyv/test-suite'
import { memory, type StoreBackend } from '@space-data/core'
import Keyv, { type KeyvStoreAdapter } from 'keyv'
import * as vitest from 'vitest'
import { afterAll, beforeAll, describe } from 'vitest'
import { postgres } from '../../packages/core/src/adapters/postgres/index.ts'
import { sqlite } from '../../packages/core/src/adapters/sqlite/index.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { isPostgresHere } from './every-store.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** Keyv's own test suite, on each adapter of ours; that of Redis is KeyvRedis. */
describe('keyv’s suite: memory', () => {
  // The suite writes to the adapter's options, which a Map does not have.
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

if (isPostgresHere)
  describe('keyv’s suite: Postgres', () => {
    let server: PostgresServer
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server[Symbol.asyncDispose]())
    keyvTestSuite(vitest, Keyv, inTurn(() => postgres(server.url)) as never)
  })

/** The suite creates up to two adapters at once; each gets its own namespace. */
function inTurn(open: () => Promise<StoreBackend>): () => KeyvStoreAdapter {
  let backends: StoreBackend[] = []
  let turn = 0
  beforeAll(async () => {
    backends = await Promise.all([open(), open()])
    // Each Keyv of the suite adds listeners to the one adapter.
    for (const { adapter } of backends) (adapter as Partial<EventEmitter>).setMaxListeners?.(0)
  })
  afterAll(async () => {
    await Promise.all(backends.map((backend) => backend.close()))
  })
  return () => backends[turn++ % 2]?.adapter as KeyvStoreAdapter
}
