import { memory, type StoreBackend } from '@space-data/core'
import { onTestFinished } from 'vitest'
import { createStoreMaintenance } from '../../../packages/core/src/host/maintenance/manage-store.ts'
import { postgres } from '../../../packages/core/src/storage/postgres/index.ts'
import { redis } from '../../../packages/core/src/storage/redis/index.ts'
import { temporarySqlite } from '../../storage/temporary-sqlite.ts'
import { NOON, type TestContext, testContext } from '../../support/context.ts'
import { havePostgres, startPostgres } from '../../support/postgres.ts'
import { haveRedis, startRedis } from '../../support/redis.ts'

const isRedisHere = await haveRedis()
const isPostgresHere = await havePostgres()

/** The kinds of stores that an export goes from and to. */
export const places: Record<string, () => Promise<StoreBackend>> = {
  memory: async () => memory(),
  SQLite: temporarySqlite,
  ...(isRedisHere && { Redis: temporaryRedis }),
  ...(isPostgresHere && { Postgres: temporaryPostgres }),
}

async function temporaryRedis(): Promise<StoreBackend> {
  const server = await startRedis()
  onTestFinished(() => server[Symbol.asyncDispose]())
  return redis(server.url)
}

async function temporaryPostgres(): Promise<StoreBackend> {
  const server = await startPostgres()
  onTestFinished(() => server[Symbol.asyncDispose]())
  return postgres(server.url)
}

/** A store that is closed after the test, on a clock that stands still. */
export async function newStore(open: () => Promise<StoreBackend> = places['memory']!) {
  const backend = await open()
  onTestFinished(() => backend.close())
  const context = testContext({ backend, time: { at: NOON } })
  return { backend, context, store: createStoreMaintenance(context) }
}

/** What an export of a store writes. */
export async function exported(context: TestContext): Promise<string> {
  let text = ''
  await createStoreMaintenance(context).export((piece) => {
    text += piece
  })
  return text
}

/** The lines of an export that tell what is in the store, and not when it was written. */
export function entriesOf(text: string): string[] {
  return text.trimEnd().split('\n').slice(1, -1)
}

/** Reads a text, as often as it is called, in pieces of so many bytes, which cut lines and characters. */
export function reading(text: string, size = 1_000): () => AsyncGenerator<Uint8Array> {
  return async function* () {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
}
