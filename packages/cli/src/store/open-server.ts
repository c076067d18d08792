import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import { CliError, describeError, errorCode, UsageError } from '#kit/errors'
import type { RawValue } from '#kit/raw-value'

interface Server {
  readonly name: string
  /** The package of its driver, which is installed separately. */
  readonly driver: string
  readonly open: (url: string) => Promise<StoreBackend>
  /** Whether an error with this code means that it can never be the store. */
  readonly isUnfit: (code: string) => boolean
}

const postgres: Server = {
  name: 'Postgres',
  driver: 'pg',
  open: async (url) => (await import('@space-data/core/postgres')).postgres(url),
  isUnfit: (code) => code.startsWith('POSTGRES_'),
}
const redis: Server = {
  name: 'Redis',
  driver: '@keyv/redis',
  open: async (url) => (await import('@space-data/core/redis')).redis(url),
  isUnfit: (code) => code === 'REDIS_UNFIT',
}

/** The servers that can be the store, by the scheme of their URL. */
const SERVERS: Readonly<Record<string, Server>> = {
  redis,
  rediss: redis,
  'redis+cluster': redis,
  'rediss+cluster': redis,
  'redis+sentinel': redis,
  'rediss+sentinel': redis,
  postgres,
  postgresql: postgres,
}

/** Returns the server that a scheme names, if it names one. */
export function serverOf(scheme = ''): Server | undefined {
  return SERVERS[scheme]
}

/**
 * Opens a server. One that can never be the store is an error. An unreachable one is an error unless
 * `mayWait`: a server starts without it, warns, and uses it once it responds. Messages never contain the URL,
 * which may hold a password.
 */
export async function openServer(
  { name, driver, open, isUnfit }: Server,
  { text: url, from }: RawValue,
  { mayWait }: { readonly mayWait: boolean },
): Promise<StoreBackend> {
  const backend = await open(url).catch((error) => {
    if (error instanceof InvalidOptionError) throw new UsageError(`${from}: ${error.message}`)
    if (isUnfit(errorCode(error)))
      throw new CliError(describeError(error), `Change it, or set another store with ${from}`, error)
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    const remedy = `Install it with: npm install ${driver}`
    throw new CliError(`${name} needs the package ${driver}, which is not installed`, remedy, error)
  })
  if (mayWait) return backend
  try {
    await backend.adapter.get('any')
    return backend
  } catch (error) {
    await backend.close()
    throw new CliError(describeError(error), `Start ${name}, or correct ${from}`, error)
  }
}
