import { connectPostgres, type PostgresClient, TIMEOUT_MS } from '#adapters/postgres/connection'
import { postgresCounters } from '#adapters/postgres/counters'
import {
  type PostgresFacts,
  postgresUnfitReason,
  postgresWarnings,
  readPostgresFacts,
} from '#adapters/postgres/health'
import { postgresRecords } from '#adapters/postgres/records'
import { prepareTables } from '#adapters/postgres/schema'
import { createPostgresSweeper } from '#adapters/postgres/sweep'
import { clockWarnings } from '#adapters/shared/clock-warnings'
import { describeFailure } from '#adapters/shared/describe-failure'
import { prefixedAdapter } from '#adapters/shared/prefixed-adapter'
import { InvalidOptionError } from '#kernel/kit/errors'
import type { StoreBackend } from '#kernel/storage/backend'
import { TimeoutError } from '#kernel/storage/timeout'

/**
 * Opens a PostgreSQL database (13 or later) for records and counters. Creates the tables
 * `space_data_records`, `space_data_counters` and `space_data_schema` if needed. Uses up to four connections
 * of `pg`. Resolves within two seconds even if Postgres does not respond. In that case `warnings` reports it,
 * and every operation rejects until Postgres responds.
 *
 * @param url `postgres://user:password@host:5432/database`, or `postgresql://`. For TLS add
 *   `?sslmode=verify-full`.
 * @throws InvalidOptionError for an invalid URL.
 * @throws Error with the code `POSTGRES_DENIED` for a wrong user or password, `POSTGRES_NO_DATABASE`,
 *   `POSTGRES_NOT_PERMITTED` if the user may not create tables, `POSTGRES_TABLES_NEWER` for tables of a later
 *   version, `POSTGRES_TABLES_OLDER` for tables of an earlier version that cannot be read, `POSTGRES_UNFIT`
 *   for a Postgres server that can never be the store. If this is detected only later, every operation
 *   rejects.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { postgres } from '@space-data/core/postgres'
 *
 * const spaceData = createSpaceData({ store: await postgres('postgres://localhost/space_data') })
 */
export async function postgres(url: string): Promise<StoreBackend> {
  const { description, secrets } = parsePostgresUrl(url)
  const { Client } = await import('pg')
  let facts: PostgresFacts | undefined
  let announcedProcessId: number | undefined
  const connect = (synchronousCommit: boolean) =>
    connectPostgres({
      createClient: (settings) =>
        new Client({
          connectionString: url,
          application_name: 'space-data',
          keepAlive: true,
          ...settings,
        }) as unknown as PostgresClient,
      description,
      describeError: (error) => describeError(error, secrets),
      synchronousCommit,
      async setUp(query, processId) {
        facts = await readPostgresFacts(query)
        announcedProcessId = processId
        const unfit = postgresUnfitReason(facts)
        if (unfit !== undefined) throw Object.assign(new Error(unfit), { code: 'POSTGRES_UNFIT' })
        await prepareTables(query)
      },
    })
  const [requests, claims, reads, writes] = [connect(false), connect(false), connect(true), connect(true)]
  const close = async () => {
    await Promise.all([requests, claims, reads, writes].map((connection) => connection.close()))
  }
  await reads.open().catch(async (error) => {
    if (!String(error.code).startsWith('POSTGRES_')) return
    await close()
    throw error
  })
  const { adapter, keys } = prefixedAdapter('', postgresRecords(reads, writes))
  const sweepIfDue = createPostgresSweeper({
    counters: claims,
    records: writes,
    setIfAbsent: (...claim) => counters.setIfAbsent(...claim),
  })
  const counters = postgresCounters({ requests, claims, reads }, sweepIfDue)

  return {
    description,
    adapter,
    atomic: counters,
    timeoutMs: TIMEOUT_MS,
    get warnings() {
      const reason = reads.unavailableReason()
      if (reason !== undefined || !facts) return [`${description} cannot be used yet: ${reason}`]
      return [
        ...postgresWarnings(facts, announcedProcessId),
        ...clockWarnings('Postgres', reads.clockSkewMs()),
      ]
    },
    keys,
    close,
  }
}

/**
 * Splits a URL into its public part and its secrets. Errors never repeat the URL: it may contain a password.
 */
function parsePostgresUrl(url: string): { description: string; secrets: string[] } {
  try {
    const { protocol, hostname, port, pathname, password, searchParams, hash } = new URL(url)
    const host = hostname || searchParams.get('host')
    const database = decodeURIComponent(pathname.slice(1))
    const secrets = [password, decodeURIComponent(password), searchParams.get('password') ?? '']
    if (/^postgres(ql)?:$/.test(protocol) && host && database !== '' && !database.includes('/') && !hash)
      return {
        description: `Postgres at ${host}:${port || '5432'}, database ${database}`,
        secrets: secrets.filter((text) => text !== ''),
      }
  } catch {
    // This includes a URL that cannot be parsed or decoded.
  }
  throw new InvalidOptionError(
    'Invalid Postgres URL: use postgres://user:password@host:5432/database, with special characters ' +
      'percent-encoded',
  )
}

/** Returns the message of an error without secrets. */
function describeError(error: unknown, secrets: readonly string[]): string {
  const hasTimedOut = error instanceof TimeoutError || (error as Error).message === 'timeout expired'
  return hasTimedOut ? 'it does not respond' : describeFailure(error, secrets)
}
