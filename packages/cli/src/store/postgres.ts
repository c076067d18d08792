import { InvalidOptionError, type StoreBackend } from '@space-data/core'
import { CliError, describeError, errorCode, UsageError } from '#errors'
import type { RawValue } from '#raw-value'

/**
 * Opens Postgres. One that can never be the store is an error. An unreachable one is an error unless
 * `mayWait`: a server starts without it, warns, and uses it once it responds. Messages never contain the URL,
 * which may hold a password.
 */
export async function openPostgres(
  { text: url, from }: RawValue,
  { mayWait }: { readonly mayWait: boolean },
): Promise<StoreBackend> {
  const { postgres } = await import('@space-data/core/postgres')
  const backend = await postgres(url).catch((error) => {
    if (error instanceof InvalidOptionError) throw new UsageError(`${from}: ${error.message}`)
    const code = errorCode(error)
    if (code.startsWith('POSTGRES_'))
      throw new CliError(describeError(error), `Change it, or set another store with ${from}`, error)
    if (code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CliError(
      'Postgres needs the package pg, which is not installed',
      'Install it with: npm install pg',
      error,
    )
  })
  if (mayWait) return backend
  try {
    await backend.adapter.get('any')
    return backend
  } catch (error) {
    await backend.close()
    throw new CliError(describeError(error), `Start Postgres, or correct ${from}`, error)
  }
}
