import { join } from 'node:path'
import { describe } from 'vitest'
import { havePostgres, startPostgres } from '../support/postgres.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { startRedisCluster } from '../support/redis-cluster.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** A new and empty store that several processes can share. */
export interface SharedPlace extends AsyncDisposable {
  /** A SQLite file or the URL of a Redis or a Postgres. */
  readonly place: string
}

/** Runs tests on each store that processes can share; servers are skipped where they are not installed. */
export async function onSharedPlaces(
  tests: (name: string, open: () => Promise<SharedPlace>) => void,
): Promise<void> {
  describe('SQLite', () => tests('SQLite', newFile))
  describe.skipIf(!(await haveRedis()))('Redis', () => tests('Redis', newServer(startRedis)))
  describe.skipIf(!(await haveRedis()))('Redis Cluster', () =>
    tests('Redis Cluster', newServer(startRedisCluster)),
  )
  describe.skipIf(!(await havePostgres()))('Postgres', () => tests('Postgres', newServer(startPostgres)))
}

async function newFile(): Promise<SharedPlace> {
  const folder = temporaryFolder()
  return {
    place: join(folder.path, 'shared.sqlite'),
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]()
    },
  }
}

function newServer(start: () => Promise<{ readonly url: string } & AsyncDisposable>) {
  return async (): Promise<SharedPlace> => {
    const server = await start()
    return { place: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }
}
