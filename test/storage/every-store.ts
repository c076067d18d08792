import { memory, type StoreBackend } from '@space-data/core'
import { onTestFinished } from 'vitest'
import { postgres } from '../../packages/core/src/adapters/postgres/index.ts'
import { redis } from '../../packages/core/src/adapters/redis/index.ts'
import { havePostgres, startPostgres } from '../support/postgres.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { TIER } from '../support/tier.ts'
import { patient } from './patient.ts'
import { temporarySqlite } from './temporary-sqlite.ts'

// In `test` no server is started.
const withServers = TIER !== 'test'
const isRedisHere = withServers && (await haveRedis())
export const isPostgresHere = withServers && (await havePostgres())

/** Opens a new store of each kind, whose server ends with the test; in `test` those without a server. */
export const everyStore: Record<string, () => Promise<StoreBackend>> = {
  memory: async () => memory(),
  SQLite: temporarySqlite,
  ...(isRedisHere && { Redis: temporaryRedis }),
  ...(isPostgresHere && { Postgres: temporaryPostgres }),
}

async function temporaryRedis(): Promise<StoreBackend> {
  const server = await startRedis()
  onTestFinished(() => server[Symbol.asyncDispose]())
  return patient(await redis(server.url))
}

async function temporaryPostgres(): Promise<StoreBackend> {
  const server = await startPostgres()
  onTestFinished(() => server[Symbol.asyncDispose]())
  return patient(await postgres(server.url))
}
