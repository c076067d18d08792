import type { Query } from '#backends/sqlite-connection'

const CHECKS = { quick: 'quick_check', full: 'integrity_check' }

/** What SQLite finds damaged, at most 100 lines. `quick` does not hold the index of records against the records. */
export async function damages(query: Query, depth: keyof typeof CHECKS): Promise<string[]> {
  const pragma = CHECKS[depth]
  try {
    const rows = await query(`PRAGMA ${pragma}`)
    return rows.flatMap((row) => String(row[pragma]).split('\n')).filter((line) => line !== 'ok')
  } catch (error) {
    // So damaged that the check itself cannot go on.
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(error.message)) return [error.message]
    throw error
  }
}
