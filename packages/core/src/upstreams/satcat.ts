import type { Context } from '#context'
import { type ObjectType, objectType } from '#orbit/element-set'
import { parseSatcat, type SatcatColumns, type SatcatEntry, satcatEntry, satcatSize } from '#orbit/satcat'
import { fromBase64, toBase64 } from '#store/base64'
import type { SnapshotKind } from '#store/snapshots'
import { days, hours, seconds } from '#time'
import { manners } from '#upstreams/celestrak'
import { pull } from '#upstreams/pull'
import { ShapeMismatch } from '#upstreams/shape'
import { upstream } from '#upstreams/upstream'

/** SATCAT, and how many of its rows could not be read. */
interface Satcat {
  readonly columns: SatcatColumns
  readonly refused: number
}

/** How long a copy is used: a week, and another in which the provider may be away. */
const HELD_MS = days(14)

/** The record of every object that was ever catalogued; the provider works on it by hand once or twice a day, we read it weekly. */
export const satelliteCatalogue = upstream<unknown, Satcat>({
  id: 'celestrak-satcat',
  provider: 'celestrak',
  label: 'SATCAT',
  target: () => '/pub/satcat.csv',
  probe: undefined,
  parse: readSatcat,
  newest: () => null,
  doubtOf({ columns, refused }, held) {
    const [size, before] = [satcatSize(columns), held ? satcatSize(held.columns) : 0]
    const figures = [size, refused]
    if (refused > 0.02 * (size + refused))
      return { words: `${refused} of ${size + refused} rows cannot be used`, figures }
    if (size < 0.8 * before)
      return { words: `it has ${size} objects where the copy held has ${before}`, figures }
    return undefined
  },
  cadenceMs: days(7),
  heldMs: HELD_MS,
  // 7 MB in 2026.
  maxBytes: 12 * 1024 * 1024,
  deadlineMs: seconds(60),
  budgets: () => [{ name: 'celestrak:satcat', calls: 1, perMs: hours(12) }],
  // A file that is not there is no reason to ask nothing else.
  reading: (answer) => (answer.status === 404 ? undefined : manners(answer)),
})

function readSatcat(text: string): Satcat {
  if (!text.endsWith('\n')) throw new ShapeMismatch('the last line has no end')
  const satcat = parsed(text)
  if (satcatSize(satcat.columns) === 0) throw new ShapeMismatch('there are no objects')
  return satcat
}

function parsed(text: string): Satcat {
  try {
    return parseSatcat(text)
  } catch (cause) {
    throw new ShapeMismatch(cause instanceof SyntaxError ? cause.message : 'the CSV is malformed', { cause })
  }
}

const EVERY_MS = days(7)
const KEY = 'satcat'

const kind: SnapshotKind<Satcat> = {
  ttlMs: HELD_MS,
  load: () => Promise.reject(new Error('SATCAT is brought by a job alone')),
  stored: {
    encode: ({ columns, refused }) => ({ words: toBase64(columns.words), owners: columns.owners, refused }),
    decode(stored) {
      const { words, owners, refused } = stored as { words: string; owners: string[]; refused: number }
      return { columns: { words: fromBase64(words), owners }, refused }
    },
  },
  size: ({ columns }) => columns.words.byteLength,
}

/** What SATCAT says of objects by their numbers, from the copy held: nothing while there is none. Never asks the provider. */
export async function heldSatcat(context: Context): Promise<SatcatLookup> {
  const held = await context.snapshots.held(KEY, kind)
  return held ? (norad_id) => satcatEntry(held.value.columns, norad_id) : () => undefined
}

export type SatcatLookup = (norad_id: number) => SatcatEntry | undefined

/** What an object is: by SATCAT where it tells, else by its name. */
export function typeOf(
  { norad_id, name }: { readonly norad_id: number; readonly name: string },
  satcat: SatcatLookup,
): { readonly object_type: ObjectType; readonly type_from: 'satcat' | 'name' } {
  const told = satcat(norad_id)?.object_type
  return told
    ? { object_type: told, type_from: 'satcat' }
    : { object_type: objectType(name), type_from: 'name' }
}

/** Reads SATCAT if the copy held is a week old, or there is none; throws a Problem when that fails. */
export async function renewSatcat(context: Context): Promise<void> {
  const held = await context.snapshots.held(KEY, kind)
  if (!held || context.now() - held.fetchedAt >= EVERY_MS) await fetchSatcat(context)
}

/** Reads SATCAT and keeps it; throws a Problem. */
export async function fetchSatcat(context: Context): Promise<Satcat> {
  const held = (await context.snapshots.held(KEY, kind)) ?? context.snapshots.peek<Satcat>(KEY)
  const { value, fetchedAt } = await pull(satelliteCatalogue, undefined, context, held?.value)
  await context.snapshots.put(KEY, kind, value, fetchedAt)
  return value
}
