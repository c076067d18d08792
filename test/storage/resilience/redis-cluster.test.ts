import { afterAll, beforeAll, describe } from 'vitest'
import { redis } from '../../../packages/core/src/adapters/redis/index.ts'
import { haveRedis } from '../../support/redis.ts'
import { type RedisCluster, startRedisCluster } from '../../support/redis-cluster.ts'
import { patient } from '../patient.ts'
import { storageSuite } from '../suite.ts'

describe.skipIf(!(await haveRedis()))('on a Redis Cluster', () => {
  let cluster: RedisCluster
  beforeAll(async () => {
    cluster = await startRedisCluster()
  })
  afterAll(() => cluster[Symbol.asyncDispose]())

  storageSuite('Redis Cluster', async () => {
    for (const server of cluster.nodes) await server.cli('FLUSHALL')
    return patient(await redis(cluster.url))
  })
})
