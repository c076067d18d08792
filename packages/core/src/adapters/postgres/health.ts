import type { SetUpQuery } from '#adapters/postgres/connection'

const OLDEST_VERSION = 13

/** Properties of a Postgres server that matter to a store. */
export interface PostgresFacts {
  /** Version as a number, such as 150020 for 15.20. */
  readonly version: number
  readonly fsync: string
  readonly full_page_writes: string
  readonly encoding: string
  readonly is_standby: boolean
  /** Id of the server process of this connection. */
  readonly process_id: number
}

/** Reads the configuration of a Postgres server. */
export async function readPostgresFacts(query: SetUpQuery): Promise<PostgresFacts> {
  const [facts] = await query(`SELECT current_setting('server_version_num')::integer AS version,
    current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS is_standby,
    pg_backend_pid() AS process_id`)
  return facts as unknown as PostgresFacts
}

/**
 * Returns why a Postgres server can never be the store, and what to change. Returns `undefined` if it can.
 */
export function postgresUnfitReason({ version, encoding }: PostgresFacts): string | undefined {
  const major = Math.floor(version / 10_000)
  if (major < OLDEST_VERSION) return `it is version ${major}: use PostgreSQL ${OLDEST_VERSION} or later`
  if (encoding !== 'UTF8')
    return `the encoding of the database is ${encoding}: create one with ENCODING 'UTF8' TEMPLATE template0`
  return undefined
}

/** Returns the changes that an operator should make so that a Postgres server loses nothing. */
export function postgresWarnings(
  { fsync, full_page_writes, is_standby, process_id }: PostgresFacts,
  announcedProcessId: number | undefined,
): string[] {
  const warnings: string[] = []
  if (is_standby)
    warnings.push(
      'Postgres is a read-only standby: no keys can be issued and nothing is counted until it is promoted. ' +
        'Use the address of the primary',
    )
  for (const [name, value] of Object.entries({ fsync, full_page_writes })) {
    if (value === 'off')
      warnings.push(
        `A power cut may destroy everything in Postgres, issued keys included (${name} is off): set it to on`,
      )
  }
  if (announcedProcessId !== process_id)
    warnings.push(
      'Postgres is behind a pooler, such as PgBouncer. Its pool mode must be session: in any other mode, ' +
        'late writes are not rejected, and statements fail. If possible, connect to Postgres directly',
    )
  return warnings
}
