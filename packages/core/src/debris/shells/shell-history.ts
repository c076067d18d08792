import type { DepartedObject } from '#catalogue/satcat/catalogue-object'
import { DEPARTED_PART, RUNS_PART, RunGoneError, type ShellRun, type Shells } from '#debris/shells/shells'

/** A run that others can be compared with. */
interface KnownRun {
  readonly id: string
  readonly number: number
}

/** The earlier runs that are known, and about how many objects leave the catalogue in four years. */
const MAX_RUNS = 400
const MAX_DEPARTED = 20_000

/** What is known of earlier runs: the runs, oldest first, and who left the catalogue, the latest last. */
export interface RunHistory {
  readonly runs: readonly KnownRun[]
  readonly departed: readonly DepartedObject[]
}

/**
 * Reads the history as a run has it, itself not included among the runs.
 * @throws RunGoneError
 */
export async function readHistory({ id }: ShellRun, shells: Shells): Promise<RunHistory> {
  const runs = await shells.readPart<[string, number][]>(id, RUNS_PART)
  const departed = await shells.readPart<DepartedRow[]>(id, DEPARTED_PART)
  // Without an object a list of changes would look complete.
  if (!runs || !departed) throw new RunGoneError(`shell run ${id} lacks its history`)
  return { runs: runs.map(([id, number]) => ({ id, number })), departed: departed.map(decodeDeparted) }
}

/**
 * Writes the history of a run. Objects that left before the oldest known run keep only their number. A run
 * since which an object left that is dropped is no longer known.
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

/** All that is known, or only the catalogue number of an object that left before the oldest known run. */
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
