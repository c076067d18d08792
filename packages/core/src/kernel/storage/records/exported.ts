import type { Environment } from '#kernel/kit/environment'
import { type StoreFinding, tryRead } from '#kernel/storage/records/finding'
import type { RecordKind } from '#kernel/storage/records/record-kind'
import { Records } from '#kernel/storage/records/records'

/** Number of records by the type of their lines in an export. */
export type Counts = Readonly<Record<string, number>>

/** Result of an import for records that are not simply merged: keys and webhooks. */
export interface ImportOutcomes {
  /** Records that did not exist before. */
  readonly added: Counts
  /** Existing records that differed and were replaced. */
  readonly overwritten: Counts
  /**
   * Ids of existing records that differ and were not changed, and of webhooks that were deleted within the
   * last hour.
   */
  readonly conflicts: readonly string[]
}

/** An import in progress. */
export interface ImportRun<In extends Environment = Environment> {
  readonly context: In
  /** Whether to replace existing keys and webhooks that differ. */
  readonly overwrite: boolean
  /** Counts a record with an outcome. */
  count(outcome: 'added' | 'overwritten', type: string): void
  /** Reports the id of a record that differs and was not changed. */
  conflict(id: string): void
  /** Ids of records that were skipped. Their parts are skipped as well. */
  readonly leftOut: Set<string>
  /** Adds a step that runs after all records are written and flushed. */
  later(step: () => Promise<void>): void
}

/** How the records of a kind are exported, imported and checked. */
export interface Exported<T = unknown, In extends Environment = Environment>
  extends Pick<RecordKind<T>, 'id' | 'schema' | 'encode'>,
    Partial<Pick<RecordKind<T>, 'isSmall'>> {
  /** Yields the records of a store with their ids, in an order that does not change. */
  readonly entries: (context: In) => AsyncIterable<readonly (readonly [id: string, record: T])[]>
  /** Stores an imported record. */
  restore(id: string, record: T, run: ImportRun<In>): Promise<void>
  /** Adds a finding for each record that cannot be read. Absent if another check does this. */
  readonly check?: (context: In, findings: StoreFinding[]) => Promise<void>
  /** Whether its records come first in an export. @default false */
  readonly isFirst?: boolean
  /** Whether an import replaces its records only if it overwrites; the outcomes are counted. @default false */
  readonly isOverwritten?: boolean
  /** Records of another kind that belong to each record. @default none */
  readonly parts?: ExportedParts<T, In>
}

/** Records that an export has after the record that they belong to. They are read one by one. */
interface ExportedParts<T, In extends Environment> {
  /** Type of their lines. */
  readonly type: string
  /** Returns their ids. */
  idsOf(id: string, record: T): readonly string[]
  readonly read: (id: string, context: In) => Promise<unknown>
}

/** Kinds of records by the type of their lines in an export. */
export type ExportedKinds<In extends Environment = Environment> = Readonly<
  Record<string, Exported<unknown, In>>
>

/**
 * Declares that the records of a kind are exported. When imported, they are merged into the existing records.
 */
export function exportedRecords<T, In extends Environment = Environment>(
  kind: RecordKind<T>,
  kindIn: (context: In) => RecordKind<T> = () => kind,
): Exported<T, In> {
  const open = (context: In) => new Records(ofAllOrigins(kindIn(context)), context)
  return {
    ...ofAllOrigins(kind),
    entries: (context) => open(context).entries(),
    restore: (id, record, { context }) => open(context).merge(id, record),
    async check(context, findings) {
      const records = open(context)
      for (const id of await records.ids()) await tryRead(() => records.read(id), findings)
    },
  }
}

/**
 * Returns the records of all sets of origins as one kind, each under `<origins>:<id>`. All of them are
 * checked.
 */
export function ofAllOrigins<T>(kind: RecordKind<T>): RecordKind<T> {
  if (kind.isShared) return kind
  const last = new RegExp(`(?:${kind.id.source})$`)
  const ownId = (id: string) => last.exec(id)?.[0] ?? id
  return {
    ...kind,
    isTrusted: false,
    id: withOrigins(kind.id),
    until: (id) => kind.until(ownId(id)),
    merge: (stored, added, id) => kind.merge(stored, added, ownId(id)),
  }
}

/** Returns the pattern of `<origins>:<id>` for the pattern of an id. */
export function withOrigins(id: RegExp): RegExp {
  return new RegExp(`.{0,1000}:(?:${id.source})`)
}
