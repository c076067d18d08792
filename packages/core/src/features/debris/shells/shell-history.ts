import {
  DEPARTED_PART,
  RUNS_PART,
  RunGoneError,
  type ShellRun,
  type Shells,
} from '#features/debris/shells/shells'
import type { DepartedObject } from '#features/objects/satcat/catalogue-object'

/** A run that can be used for comparisons. */
interface KnownRun {
  readonly id: string
  readonly number: number
}

/**
 * Maximum number of known earlier runs, and approximate number of objects that leave the catalogue in four
 * years.
 */
const MAX_RUNS = 400
const MAX_DEPARTED = 20_000

/**
 * History of earlier runs: the runs, oldest first, and the objects that left the catalogue, the latest last.
 */
export interface RunHistory {
  readonly runs: readonly KnownRun[]
  readonly departed: readonly DepartedObject[]
}

/**
 * Reads the history of a run. The run itself is not included.
 * @throws RunGoneError
 */
export async function readHistory({ id }: ShellRun, shells: Shells): Promise<RunHistory> {
  const runs = await shells.readPart<[string, number][]>(id, RUNS_PART)
  const departed = await shells.readPart<DepartedRow[]>(id, DEPARTED_PART)
  // A list of changes without an object would look complete.
  if (!runs || !departed) throw new RunGoneError(`shell run ${id} lacks its history`)
  return { runs: runs.map(([id, number]) => ({ id, number })), departed: departed.map(decodeDeparted) }
}

/**
 * Writes the history of a run. For objects that left before the oldest known run, only the number is kept. If
 * an object is dropped, the runs before its departure are no longer known.
 */
export async function writeHistory(id: string, history: RunHistory, shells: Shells): Promise<void> {
  const surplus = Math.max(0, history.departed.length - MAX_DEPARTED)
  const dropped = history.departed.slice(0, surplus)
  const droppedIn = dropped.reduce((latest, { removedIn }) => Math.max(latest, removedIn), 0)
  const runs = history.runs.slice(-MAX_RUNS).filter(({ number }) => number >= droppedIn)
  const oldest = runs[0]?.number ?? Number.POSITIVE_INFINITY
  const rows = history.departed.slice(surplus).map((object) => encodeDeparted(object, oldest))
  await shells.writePart(id, DEPARTED_PART, rows)
  await shells.writePart(
    id,
    RUNS_PART,
    runs.map(({ id, number }) => [id, number]),
  )
}

/** All data of an object, or only the catalogue number if it left before the oldest known run. */
type DepartedRow = number | [number, string | null, DepartedObject['reason'], number, string | null]

function encodeDeparted({ noradId, name, reason, removedIn, firstSeen }: DepartedObject, oldest: number) {
  return removedIn > oldest ? [noradId, name, reason, removedIn, firstSeen] : noradId
}

function decodeDeparted(row: DepartedRow): DepartedObject {
  if (typeof row === 'number')
    return { noradId: row, name: null, reason: 'gone', removedIn: 0, firstSeen: null }
  const [noradId, name, reason, removedIn, firstSeen] = row
  return { noradId, name, reason, removedIn, firstSeen }
}
