import { type StoreFinding, tryRead } from '#host/maintenance/finding'
import type { ImportRun } from '#host/maintenance/import-run'
import type { Context } from '#kit/context'
import { listOriginsIds, type RecordKind } from '#storage/records/record-kind'
import { Records } from '#storage/records/records'

/** A record that is moved from one store to another. */
export interface MovedRecord<T = unknown> {
  /** The set of upstream origins that it is of, if its kind has records for each. */
  readonly origins?: string
  readonly id: string
  readonly record: T
}

/** A line of an export with a record as it is stored. */
export interface RecordLine extends MovedRecord {
  readonly type: string
}

/** How the records of a kind are moved. */
export interface MovedKind<T = unknown> extends Pick<RecordKind<T>, 'id' | 'schema' | 'encode'> {
  /** The type of its lines. */
  readonly type: string
  /** Whether there are such records for each set of origins. @default false */
  readonly hasOrigins?: true
  /** Whether they are imported in batches. @default false */
  readonly isSmall?: true
  /** Yields the lines of a store, in an order that does not change. */
  lines(context: Context): AsyncIterable<readonly RecordLine[]>
  restore(moved: MovedRecord<T>, run: ImportRun): Promise<void>
  /** Returns the ids of the `shell_part` lines that must follow. @default none */
  partsOf?(record: T): readonly string[]
  /** Adds a finding for each record that cannot be read; absent where another check does. */
  check?(context: Context, findings: StoreFinding[]): Promise<void>
}

/** Returns the line of a record. */
export function lineOf<T>({ type, encode }: MovedKind<T>, { record, ...named }: MovedRecord<T>): RecordLine {
  return { type, ...named, record: encode(record) }
}

/**
 * Declares how the records of a kind are moved that differ by their sets of origins: what is there already is
 * merged with what is imported.
 *
 * @param open By default the records as their kind declares them.
 */
export function movedByOrigins<T>(
  type: string,
  kind: RecordKind<T>,
  merge: (stored: T | undefined, imported: T, id: string) => T | undefined,
  open = (context: Context, origins?: string) => new Records(kind, context, origins),
): MovedKind<T> {
  async function* all(context: Context) {
    for (const origins of await listOriginsIds(kind, context.store)) {
      const records = open(context, origins)
      for (const id of await records.ids()) yield { origins, id, records }
    }
  }
  const moved: MovedKind<T> = {
    ...kind,
    type,
    hasOrigins: true,
    async *lines(context) {
      for await (const { records, ...named } of all(context)) {
        const record = await records.read(named.id)
        if (record !== undefined) yield [lineOf(moved, { ...named, record })]
      }
    },
    restore: ({ origins, id, record }, { context }) =>
      open(context, origins).update(id, (stored) => merge(stored, record, id)),
    async check(context, findings) {
      for await (const { records, id } of all(context)) await tryRead(() => records.check(id), findings)
    },
  }
  return moved
}
