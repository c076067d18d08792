import { afterAll, beforeAll, describe } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { haveRedis, type RedisServer, startRedis } from '../../support/redis.ts'
import { patient } from '../patient.ts'
import { storageSuite } from '../suite.ts'

describe.skipIf(!(await haveRedis()))('on Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  storageSuite('Redis', async () => {
    await server.cli('FLUSHALL')
    return patient(await redis(server.url))
  })
})
