import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreBackend } from '@space-data/core'
import { postgres } from '@space-data/core/postgres'
import { redis } from '@space-data/core/redis'
import { sqlite } from '@space-data/core/sqlite'
import { onTestFinished, test } from 'vitest'
import { havePostgres, type PostgresServer, startPostgres } from '../support/postgres.ts'
import { haveRedis, type RedisServer, startRedis } from '../support/redis.ts'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster.ts'

const withRedis = test.skipIf(!(await haveRedis()))
const withPostgres = test.skipIf(!(await havePostgres()))

/** A test of every store that processes can share; `place` is a new and empty one. */
export function onSharedStores(name: string, run: (place: string, store: string) => Promise<void>): void {
  test(`${name}: SQLite`, () => run(newFile(), 'SQLite'))
  withRedis(`${name}: Redis`, async () => run((await newRedis()).url, 'Redis'))
  withRedis(`${name}: Redis Cluster`, async () => run((await newRedisCluster()).url, 'Redis Cluster'))
  withPostgres(`${name}: Postgres`, async () => run((await newPostgres()).url, 'Postgres'))
}

/** A test that needs Redis. */
export function onRedis(name: string, run: () => Promise<void>): void {
  withRedis(name, run)
}

/** A test that needs Postgres. */
export function onPostgres(name: string, run: () => Promise<void>): void {
  withPostgres(name, run)
}

export function openPlace(place: string): Promise<StoreBackend> {
  if (place.startsWith('postgres:')) return postgres(place)
  return place.startsWith('redis') ? redis(place) : sqlite(place.replace('sqlite:', ''))
}

/** The place of a new SQLite file that is removed after the test. */
export function newFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return `sqlite:${join(folder, 'fleet.sqlite')}`
}

/** A Redis of the test's own, ended after it. */
export async function newRedis(...settings: readonly string[]): Promise<RedisServer> {
  const server = await startRedis(...settings)
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

/** A Redis Cluster of the test's own, ended after it. */
export async function newRedisCluster(
  options?: Parameters<typeof startRedisCluster>[0],
): Promise<RedisCluster> {
  const cluster = await startRedisCluster(options)
  onTestFinished(() => cluster[Symbol.asyncDispose]())
  return cluster
}

/** A Postgres of the test's own, ended after it. */
export async function newPostgres(): Promise<PostgresServer> {
  const server = await startPostgres()
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}
