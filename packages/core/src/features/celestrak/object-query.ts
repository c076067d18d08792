import type { CelestrakContext } from '#features/celestrak/context'
import type { HeldObjects } from '#features/celestrak/held-objects'
import type { Wanted } from '#features/celestrak/run-objects'
import { findTleGroup } from '#features/objects/celestrak/tle-groups'
import { objectProblems } from '#features/objects/problems'
import type { CompatQuery } from '#features/shared/compat/compat-query'
import { CompatRefusal } from '#features/shared/compat/compat-refusal'
import { Problem } from '#kernel/kit/problem'

/** The requested objects. */
export interface ObjectQuery {
  /** Identifies the objects in canonical form. */
  readonly key: readonly [name: string, value: string]
  /** Whether the query is a group (bounded) or a client's search (unbounded). */
  readonly isGroup: boolean
  /** Throws Problems. */
  readonly read: (context: CelestrakContext) => Promise<HeldObjects>
}

/** Description of a valid query in messages. */
export const EXPECTED = 'Invalid query: expected GROUP, CATNR, INTDES or NAME with a value'

/**
 * Reads the requested objects from the first of these parameters in a query.
 *
 * @throws CompatRefusal
 */
export function readObjectQuery(query: CompatQuery): ObjectQuery {
  for (const [name, value] of query) {
    const read = READERS[name]
    if (read) return read(value.trim())
  }
  throw new CompatRefusal(400, EXPECTED)
}

const READERS: Readonly<Record<string, (value: string) => ObjectQuery>> = {
  GROUP(value) {
    if (value === '') throw new CompatRefusal(400, EXPECTED)
    const group = findTleGroup(value)
    if (group === undefined) throw new Problem(objectProblems.group_not_found)
    return {
      key: ['GROUP', group],
      isGroup: true,
      read: async (context) => (await import('#features/celestrak/late')).objectsOfGroup(group, context),
    }
  },
  CATNR(value) {
    if (!/^\d{1,9}$/.test(value)) throw invalid('CATNR, a catalogue number of 1 to 9 digits')
    const noradId = Number(value)
    return single('CATNR', String(noradId), { noradId, matches: (each) => each.noradId === noradId })
  },
  INTDES(value) {
    const [, launch, piece = ''] = /^(\d{4}(?:-\d{3})?)([A-Z]{0,3})$/.exec(value.toUpperCase()) ?? []
    if (launch === undefined || (piece !== '' && launch.length === 4))
      throw invalid('INTDES, a launch such as 2026-067, or the year of one')
    return single('INTDES', launch + piece, {
      matches: ({ internationalDesignator: id }) =>
        piece === '' ? id?.startsWith(launch) === true : id === launch + piece,
    })
  },
  NAME(value) {
    const part = value.toUpperCase()
    if (part.length < 2) throw invalid('NAME, two characters of a name or more')
    return single('NAME', part, { matches: ({ name }) => name.toUpperCase().includes(part) })
  },
}

function single(name: string, value: string, wanted: Wanted): ObjectQuery {
  return {
    key: [name, value],
    isGroup: false,
    read: async (context) => (await import('#features/celestrak/late')).findObjects(wanted, context),
  }
}

function invalid(expected: string): CompatRefusal {
  return new CompatRefusal(400, `Invalid query: expected ${expected}`)
}
