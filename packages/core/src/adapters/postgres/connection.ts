import { toRefusal } from '#adapters/postgres/refusal'
import { seconds } from '#kernel/kit/time'
import { TimeoutError, within } from '#kernel/storage/timeout'

/**
 * Time in milliseconds within which Postgres must start an operation. Otherwise Postgres itself rejects it.
 */
export const TIMEOUT_MS = 500

/**
 * Maximum time for which Postgres works on a statement, and waits for locks during that time, in
 * milliseconds.
 */
const STATEMENT_TIMEOUT_MS = 450
const LOCK_TIMEOUT_MS = 400

const CONNECT_TIMEOUT_MS = 300

/** Maximum age of a measurement of Postgres's clock that a write uses. */
const CLOCK_TTL_MS = seconds(10)

/** Row of a result, by column name. A `bigint` is a string. */
export type PostgresRow = Record<string, unknown>

/** Statement that is prepared once per connection, under its name. */
interface Statement {
  readonly name: string
  readonly text: string
}

/** Parts of the client of `pg` that are used. */
export interface PostgresClient {
  /** Id of the server process, as announced when connecting. A pooler announces its own id. */
  readonly processID?: number | null
  readonly connection: { readonly stream: { destroy(): unknown } }
  connect(): Promise<unknown>
  query(query: QueryConfig): Promise<unknown>
  end(): Promise<unknown>
  on(event: 'error' | 'end', listener: () => void): unknown
}

interface QueryConfig {
  readonly name?: string
  readonly text: string
  readonly values?: unknown[]
}

/** Runs a statement during the set-up of a connection, for at most `timeoutMs`. */
export type SetUpQuery = (text: string, timeoutMs?: number) => Promise<PostgresRow[]>

/**
 * One connection. It is opened when it is needed, and again after it was lost. It runs one statement at a
 * time, in the order of the calls.
 */
export interface PostgresConnection {
  /** Connects. Rejects if Postgres cannot be used. */
  open(): Promise<void>
  read(statement: Statement, values: readonly unknown[]): Promise<PostgresRow[]>
  /**
   * Runs a statement whose `$1` is its deadline, see `ON_TIME`. Its own values start at `$2`. The statement
   * must return a row if it was on time. If it was not, it must return no row, or a row whose `on_time` is
   * false.
   *
   * @param startedAt By `performance.now()`. Default: now.
   */
  write(statement: Statement, values: readonly unknown[], startedAt?: number): Promise<PostgresRow[]>
  /** Returns why the last attempt to connect failed, or `undefined` if it succeeded. */
  unavailableReason(): string | undefined
  /**
   * Returns Postgres's clock minus this machine's clock, in milliseconds, as last measured. Returns 0 before
   * the first measurement.
   */
  clockSkewMs(): number
  close(): Promise<void>
}

interface PostgresConnectionOptions {
  readonly createClient: (settings: { readonly connectionTimeoutMillis: number }) => PostgresClient
  /** Name of this Postgres in error messages. */
  readonly description: string
  /** Returns the message of an error, without credentials. */
  readonly describeError: (error: unknown) => string
  /** Called for each new connection. Rejects if this Postgres cannot be the store. */
  readonly setUp: (query: SetUpQuery, processId: number | undefined) => Promise<void>
  /** Whether a commit waits for the disk. If not, a crash of Postgres loses the last half second. */
  readonly synchronousCommit: boolean
}

/** Open connection, and the time at which Postgres's clock was measured on it. */
interface Session {
  readonly client: PostgresClient
  /** Postgres's clock minus `performance.now()`. */
  clockOffsetMs: number
  clockMeasuredAt: number
}

/**
 * Condition under which a write starts, as a subquery, which runs once per statement. If Postgres was frozen
 * and a statement waited in a socket, the statement must not run after its caller has timed out.
 */
export const ON_TIME = '(SELECT extract(epoch FROM clock_timestamp()) * 1000 <= $1::float8)'

const CLOCK = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now'

const SETTINGS = `SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
  SET lock_timeout = ${LOCK_TIMEOUT_MS};
  SET default_transaction_isolation = 'read committed';
  SET synchronous_commit = `

/** Returns a connection to Postgres, which is not opened yet. */
export function connectPostgres({
  createClient,
  description,
  describeError,
  setUp,
  synchronousCommit,
}: PostgresConnectionOptions): PostgresConnection {
  let session: Promise<Session> | undefined
  let previous: Promise<unknown> = Promise.resolve()
  let unavailableReason: string | undefined = 'it has not responded yet'
  let clockSkewMs = 0
  let closing: Promise<void> | undefined

  return {
    open: () => inTurn(performance.now(), async () => {}),
    read: ({ name, text }, values) =>
      inTurn(performance.now(), ({ client }) => run(client, { name, text, values: [...values] })),
    write: (statement, values, startedAt = performance.now()) =>
      inTurn(startedAt, (current) => writeOnTime(current, statement, values, startedAt)),
    unavailableReason: () => unavailableReason,
    clockSkewMs: () => clockSkewMs,
    close,
  }

  /** Runs `work` after all earlier work is done, unless its caller has timed out by then. */
  function inTurn<T>(startedAt: number, work: (current: Session) => Promise<T>): Promise<T> {
    const result = previous.then(async () => {
      if (closing) throw unavailable('it was closed')
      if (performance.now() - startedAt > TIMEOUT_MS) throw new Error('the store was busy for too long')
      return work(await currentSession())
    })
    previous = result.catch(() => {})
    return result
  }

  function currentSession(): Promise<Session> {
    if (session) return session
    const started = connect()
    session = started
    started.catch(() => discard(started))
    return started
  }

  function discard(lost: Promise<Session>): void {
    if (session === lost) session = undefined
  }

  async function connect(): Promise<Session> {
    const client = createClient({ connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
    // An error without a listener would end the process.
    client.on('error', () => drop(client))
    client.on('end', () => drop(client))
    try {
      await client.connect()
      await setUp((text, timeoutMs) => send(client, { text }, timeoutMs), client.processID ?? undefined)
      await send(client, { text: SETTINGS + (synchronousCommit ? 'on' : 'off') })
      const connected = { client, clockOffsetMs: 0, clockMeasuredAt: Number.NEGATIVE_INFINITY }
      await measureClock(connected)
      unavailableReason = undefined
      return connected
    } catch (failure) {
      client.connection.stream.destroy()
      const error = toRefusal(failure)
      unavailableReason = describeError(error)
      throw unavailable(unavailableReason, error)
    }
  }

  /** Removes a lost connection, and closes it if it still exists. */
  function drop(client: PostgresClient): void {
    const current = session
    current?.then(
      (connected) => connected.client === client && discard(current),
      () => {},
    )
    client.connection.stream.destroy()
  }

  async function measureClock(current: Session): Promise<void> {
    const sentAt = performance.now()
    const [row] = await send(current.client, { text: CLOCK })
    const now = Number(row?.['now'])
    clockSkewMs = now - Date.now()
    current.clockOffsetMs = now - sentAt
    current.clockMeasuredAt = sentAt
  }

  async function writeOnTime(
    current: Session,
    { name, text }: Statement,
    values: readonly unknown[],
    startedAt: number,
  ): Promise<PostgresRow[]> {
    if (performance.now() - current.clockMeasuredAt > CLOCK_TTL_MS) await measureClock(current)
    const deadline = current.clockOffsetMs + startedAt + TIMEOUT_MS
    const rows = await run(current.client, { name, text, values: [deadline, ...values] })
    if (rows.length > 0 && rows[0]?.['on_time'] !== false) return rows
    // The clock of Postgres may have been set forward.
    current.clockMeasuredAt = Number.NEGATIVE_INFINITY
    throw new Error(`${description} started the operation too late: the caller has timed out`)
  }

  async function run(client: PostgresClient, query: QueryConfig): Promise<PostgresRow[]> {
    try {
      return await send(client, query)
    } catch (error) {
      throw isStatementError(error) ? error : unavailable(describeError(error), error)
    }
  }

  async function send(
    client: PostgresClient,
    query: QueryConfig,
    timeoutMs = TIMEOUT_MS,
  ): Promise<PostgresRow[]> {
    try {
      const result = (await within(timeoutMs, client.query(query))) as { rows?: PostgresRow[] }
      return result.rows ?? []
    } catch (error) {
      if (error instanceof TimeoutError) drop(client)
      throw error
    }
  }

  function unavailable(reason: string, cause?: unknown): Error {
    const { code } = (cause ?? {}) as { code?: string }
    return Object.assign(new Error(`${description} cannot be used: ${reason}`, { cause }), code && { code })
  }

  /** Waits for operations in progress, for at most the usual timeout. */
  function close(): Promise<void> {
    closing ??= (async () => {
      const current = session
      if (!current) return
      const ended = previous.then(() => current).then(({ client }) => client.end())
      await within(TIMEOUT_MS, ended).catch(() => {})
      await current.then(
        ({ client }) => client.connection.stream.destroy(),
        () => {},
      )
    })()
    return closing
  }
}

/** Returns whether Postgres rejected only the statement and did not end the connection, by its SQLSTATE. */
function isStatementError(error: unknown): boolean {
  const { code } = error as { code?: string }
  return /^[0-9A-Z]{5}$/.test(code ?? '') && !/^(08|57P)/.test(code ?? '')
}
