import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '../storage/temporary-sqlite.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis } from '../support/redis.ts'

/** A store of the built server, whose every byte a test may look at. */
export interface ServedStore extends AsyncDisposable {
  /** What `--store` takes. */
  readonly place: string
  /** All that is on disk, and all that the store itself gives, while a server runs and after. */
  dump(): Promise<Buffer>
}

/** The database file with its write-ahead log and its index. */
export async function sqliteStore(): Promise<ServedStore> {
  const folder = temporaryFolder()
  return {
    place: `sqlite:${folder.path}/keys.sqlite`,
    dump: () => allFiles(folder.path),
    [Symbol.asyncDispose]: async () => folder[Symbol.dispose](),
  }
}

/** The append-only file, and every key with its value. */
export async function redisStore(): Promise<ServedStore> {
  const folder = temporaryFolder()
  const redis = await startRedis('--appendonly', 'yes', '--dir', folder.path)
  return {
    place: redis.url,
    dump: async () =>
      Buffer.concat([await allFiles(folder.path), Buffer.from(await redis.cli('EVAL', EVERYTHING, '0'))]),
    async [Symbol.asyncDispose]() {
      await redis[Symbol.asyncDispose]()
      folder[Symbol.dispose]()
    },
  }
}

/** All of its files, its log of writes included, and every row. */
export async function postgresStore(): Promise<ServedStore> {
  const postgres = await startPostgres()
  return {
    place: postgres.url,
    async dump() {
      const rows = await postgres.sql('TABLE space_data_records; TABLE space_data_counters')
      await postgres.sql('CHECKPOINT')
      return Buffer.concat([await allFiles(postgres.data), Buffer.from(rows)])
    },
    [Symbol.asyncDispose]: () => postgres[Symbol.asyncDispose](),
  }
}

/** Every key of the database followed by its value, whichever of the two kinds that we use it is of. */
const EVERYTHING = `
  local all = {}
  for _, key in ipairs(redis.call('KEYS', '*')) do
    all[#all + 1] = key
    if redis.call('TYPE', key).ok == 'hash' then
      for _, part in ipairs(redis.call('HGETALL', key)) do all[#all + 1] = part end
    else all[#all + 1] = redis.call('GET', key) end
  end
  return all`

async function allFiles(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Buffer.concat(
    await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))),
  )
}
