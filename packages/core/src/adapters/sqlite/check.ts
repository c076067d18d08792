import type { Query } from '#adapters/sqlite/connection'

const CHECKS = { quick: 'quick_check', full: 'integrity_check' }

/** Returns the damage that SQLite reports, at most 100 lines. `quick` skips the indexes. */
export async function findDamage(query: Query, depth: keyof typeof CHECKS): Promise<string[]> {
  const pragma = CHECKS[depth]
  try {
    const rows = await query(`PRAGMA ${pragma}`)
    return rows.flatMap((row) => String(row[pragma]).split('\n')).filter((line) => line !== 'ok')
  } catch (error) {
    // The damage prevents the check itself.
    if (error instanceof Error && /^SQLITE_(CORRUPT|NOTADB)/.test(error.message)) return [error.message]
    throw error
  }
}
