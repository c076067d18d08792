import { test, vi } from 'vitest'
import { havePostgres } from '../../support/postgres.ts'
import { haveRedis } from '../../support/redis.ts'
import { expectNoKeyAnywhere } from '../nowhere.ts'
import { postgresStore, redisStore, sqliteStore } from '../served-store.ts'

vi.setConfig({ testTimeout: 300_000 })

const stores = [
  { name: 'SQLite', open: sqliteStore, isHere: true },
  { name: 'Redis', open: redisStore, isHere: await haveRedis() },
  { name: 'Postgres', open: postgresStore, isHere: await havePostgres() },
]

for (const { name, open, isHere } of stores)
  test.skipIf(!isHere)(`on ${name} no key and no address is in what is printed or kept`, () =>
    expectNoKeyAnywhere(name, open),
  )
