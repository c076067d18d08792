import type { Backend } from '@space-data/core'
import type { Setting } from '#config/setting'
import { codeOf, Failure, inOneLine, UsageError } from '#failure'
import type { Given } from '#given'

/**
 * Opens Redis; one that can never be the store is a failure, and so is one that does not answer, unless `mayWait`: a server starts without it, says so among its
 * warnings and uses it once it is there. No message repeats the URL, which may hold a password.
 */
export async function openRedis(
  { text: url, from }: Given,
  { mayWait }: { readonly mayWait: boolean },
): Promise<Backend> {
  const { redis } = await import('@space-data/core/redis')
  const backend = await redis(url).catch((error) => {
    if (error instanceof TypeError) throw new UsageError(`${from}: ${error.message}`)
    if (codeOf(error) === 'REDIS_UNFIT')
      throw new Failure(inOneLine(error), `Do so, or name another store with ${from}`, error)
    if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    const remedy = 'Install it with: npm install @keyv/redis'
    throw new Failure('Redis cannot be used: @keyv/redis is not installed', remedy, error)
  })
  if (mayWait) return backend
  try {
    await backend.adapter.get('any')
    return backend
  } catch (error) {
    await backend.close()
    throw new Failure(inOneLine(error), `Start it, or correct ${from}`, error)
  }
}

/** What an operator should know who gave a password on the command line. */
export function passwordWarnings(settings: readonly Setting[]): string[] {
  const isShown = settings.some(
    ({ path, source, value }) =>
      path[0] === 'store' && source === 'flag' && /^rediss?:\/\/.*:.+@/s.test(String(value)),
  )
  return isShown
    ? [
        'everybody on this machine can read the password in --store (ps shows it): give the store in SPACE_DATA_STORE or in the file of --config',
      ]
    : []
}
