/** Rejections that do not end by waiting: our code and the required action, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, readonly [code: string, reason: string]>> = {
  '28P01': ['POSTGRES_DENIED', 'it rejects the user or the password: correct the URL'],
  '28000': [
    'POSTGRES_DENIED',
    'it does not allow this user to connect: correct the URL, or allow the user in pg_hba.conf',
  ],
  '3D000': ['POSTGRES_NO_DATABASE', 'the database does not exist: create it with createdb'],
  '42501': [
    'POSTGRES_NOT_PERMITTED',
    'this user may not use or create its tables: GRANT CREATE, USAGE ON SCHEMA public, or make it the owner',
  ],
  '3F000': [
    'POSTGRES_NOT_PERMITTED',
    'there is no schema to create tables in: set the search_path of the user',
  ],
}

/**
 * Gives an error of Postgres that waiting does not resolve one of our codes, and adds the required action.
 */
export function toRefusal(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  const [ours, reason] = REFUSALS[code] ?? []
  return ours ? Object.assign(new Error(reason, { cause: error }), { code: ours }) : error
}
