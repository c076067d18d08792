import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import { CliError, describeError, errorCode, UsageError } from '#errors'
import type { RawValue } from '#raw-value'

/**
 * Opens Redis. An unsuitable server is an error. An unreachable one is an error unless `mayWait`: a server
 * starts without it, warns, and uses it once it responds. Messages never contain the URL, which may hold a
 * password.
 */
export async function openRedis(
  { text: url, from }: RawValue,
  { mayWait }: { readonly mayWait: boolean },
): Promise<StoreBackend> {
  const { redis } = await import('@space-data/core/redis')
  const backend = await redis(url).catch((error) => {
    if (error instanceof InvalidOptionError) throw new UsageError(`${from}: ${error.message}`)
    if (errorCode(error) === 'REDIS_UNFIT')
      throw new CliError(describeError(error), `Change it, or set another store with ${from}`, error)
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    const remedy = 'Install it with: npm install @keyv/redis'
    throw new CliError('Redis needs the package @keyv/redis, which is not installed', remedy, error)
  })
  if (mayWait) return backend
  try {
    await backend.adapter.get('any')
    return backend
  } catch (error) {
    await backend.close()
    throw new CliError(describeError(error), `Start Redis, or correct ${from}`, error)
  }
}
