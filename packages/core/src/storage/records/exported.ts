import type { Environment } from '#kit/environment'
import { type StoreFinding, tryRead } from '#storage/records/finding'
import type { RecordKind } from '#storage/records/record-kind'
import { Records } from '#storage/records/records'

/** Result of an import for records that are not simply merged. */
export interface ImportOutcomes {
  /** Keys that did not exist before. */
  newKeys: number
  /** Existing keys that differed and were replaced. */
  overwrittenKeys: number
  /** Webhooks that did not exist before. */
  newWebhooks: number
  /** Existing webhooks that differed and were replaced. */
  overwrittenWebhooks: number
  /**
   * Ids of existing keys and webhooks that differ and were not changed, and of webhooks that were deleted
   * within the last hour.
   */
  conflicts: string[]
}

/** An import in progress. */
export interface ImportRun<In extends Environment = Environment> {
  readonly context: In
  /** Whether to replace existing keys and webhooks that differ. */
  readonly overwrite: boolean
  readonly outcomes: ImportOutcomes
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
  /** Returns the ids of the dependent records of another kind. @default none */
  partsOf?(id: string, record: T): readonly string[]
}

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
