import { join } from 'node:path'
import { describe } from 'vitest'
import { haveRedis, startRedis } from '../support/redis.ts'
import { temporaryFolder } from './temporary-sqlite.ts'

/** A new and empty store that several processes can share. */
export interface SharedPlace extends AsyncDisposable {
  /** A SQLite file or the URL of a Redis. */
  readonly place: string
}

/** Runs tests on each store that processes can share; Redis is skipped where it is not installed. */
export async function onSharedPlaces(
  tests: (name: string, open: () => Promise<SharedPlace>) => void,
): Promise<void> {
  describe('SQLite', () => tests('SQLite', newFile))
  describe.skipIf(!(await haveRedis()))('Redis', () => tests('Redis', newRedis))
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

async function newRedis(): Promise<SharedPlace> {
  const server = await startRedis()
  return { place: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}
