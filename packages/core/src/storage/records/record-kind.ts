import * as v from 'valibot'
import { FOREVER } from '#kit/time'
import { type Store, unreadableRecord } from '#storage/store'
import { fromStored, toStored } from '#storage/stored-case'

/** A kind of records: how they are named, what they hold, and until when they are kept. */
export interface RecordKind<T> {
  /**
   * Begins the key of each record: `<name>:<id>`, or `<name>:<origins>:<id>` where each set of origins has
   * records of its own. It can never change.
   */
  readonly name: string
  /** What an id looks like, without anchors. */
  readonly id: RegExp
  /** Parses a record as it is stored and exported. */
  readonly schema: v.GenericSchema<unknown, T>
  /** Formats a record to be stored and exported. */
  encode(value: T): unknown
  /**
   * Whether records are checked only when they are imported or the store is checked, for large ones whose
   * stored form needs no conversion: each read would take half as long again. @default false
   */
  readonly isTrusted?: true
  /** Returns until when a record is kept, in epoch milliseconds. */
  until(id: string): number
}

/** Declares a kind of records in snake_case, which are kept for ever unless stated otherwise. */
export function recordKind<T>(
  declaration: Pick<RecordKind<T>, 'name' | 'id' | 'schema'> & Partial<RecordKind<T>>,
): RecordKind<T> {
  return { encode: toStored, until: () => FOREVER, ...declaration }
}

/** Schema of a record in snake_case; `schema` has its members in camelCase. */
export function snakeCased<T>(schema: v.GenericSchema<unknown, T>) {
  return v.pipe(
    v.unknown(),
    v.transform((stored) => fromStored<unknown>(stored)),
    schema,
  )
}

/** Schema of a large or derived record: only the members in `schema` are checked. */
export function partlyChecked<T>(schema: v.GenericSchema): v.GenericSchema<unknown, T> {
  return v.custom<T>((value) => v.is(schema, value))
}

/**
 * Parses a stored record.
 *
 * @throws `store_unavailable` if it is malformed: it must not count as absent
 */
export function parseRecord<T>({ schema }: Pick<RecordKind<T>, 'schema'>, key: string, stored: unknown): T {
  const result = v.safeParse(schema, stored)
  if (!result.success) throw unreadableRecord(key)
  return result.output
}

/** Returns the ids of the origin sets that have records of a kind, ascending; scans all of its keys. */
export async function listOriginsIds(
  { name, id }: Pick<RecordKind<unknown>, 'name' | 'id'>,
  store: Store,
): Promise<string[]> {
  const pattern = new RegExp(`^${name}:(.*):(?:${id.source})$`)
  const found = (await store.keys(`${name}:`)).map((key) => pattern.exec(key)?.[1])
  return [...new Set(found.filter((originsId) => originsId !== undefined))].sort()
}
