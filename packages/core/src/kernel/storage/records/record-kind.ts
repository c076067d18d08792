import * as v from 'valibot'
import { FOREVER } from '#kernel/kit/time'
import { type Store, unreadableRecord } from '#kernel/storage/store'

/**
 * Kind of records: how they are named, what they contain, how long they are kept, and how two records with
 * the same id are merged.
 */
export interface RecordKind<T> {
  /** First part of the key of each record: `<name>:<origins>:<id>`. It must never change. */
  readonly name: string
  /** Whether sets of origins share their records. If so, keys are `<name>:<id>`. @default false */
  readonly isShared?: true
  /** Pattern of an id, without anchors. */
  readonly id: RegExp
  /** Parses a record as it is stored and exported. */
  readonly schema: v.GenericSchema<unknown, T>
  /** Formats a record to be stored and exported. */
  encode(value: T): unknown
  /**
   * Whether records are checked only when they are exported or imported, or when the store is checked. For
   * large records, because the check would make each read take half as long again. @default false
   */
  readonly isTrusted?: boolean
  /** Whether a thousand records are exported and imported at a time, instead of one. @default false */
  readonly isSmall?: true
  /** Returns the end of a record's retention, in epoch milliseconds. */
  until(id: string): number
  /** Merges a record into the one that is stored under its id. @default the stored one is kept */
  merge(stored: T, added: T, id: string): T
}

/** Declares a kind of records. They are stored unchanged and kept permanently unless stated otherwise. */
export function recordKind<T>(
  declaration: Pick<RecordKind<T>, 'name' | 'id' | 'schema'> & Partial<RecordKind<T>>,
): RecordKind<T> {
  return { encode: (value) => value, until: () => FOREVER, merge: (stored) => stored, ...declaration }
}

/** Returns a schema of a large or derived record. Only the members in `schema` are checked. */
export function partlyChecked<T>(schema: v.GenericSchema): v.GenericSchema<unknown, T> {
  return v.custom<T>((value) => v.is(schema, value))
}

/**
 * Parses a stored record.
 *
 * @throws `store_unavailable` if it is malformed, because it must not be treated as absent
 */
export function parseRecord<T>({ schema }: Pick<RecordKind<T>, 'schema'>, key: string, stored: unknown): T {
  try {
    return v.parse(schema, stored)
  } catch {
    throw unreadableRecord(key)
  }
}

/**
 * Returns the ids of the origin sets that have records of a kind, in ascending order. Scans all keys of the
 * kind.
 */
export async function listOriginsIds(
  { name, id }: Pick<RecordKind<unknown>, 'name' | 'id'>,
  store: Store,
): Promise<string[]> {
  const pattern = new RegExp(`^${name}:(.*):(?:${id.source})$`)
  const found = (await store.keys(`${name}:`)).map((key) => pattern.exec(key)?.[1])
  return [...new Set(found.filter((originsId) => originsId !== undefined))].sort()
}

/**
 * Merges two lists with unique keys. If both have an entry for a key, the entry of `preferred` is kept.
 * Returns `preferred` itself if it has all keys, otherwise a list in the order of the keys.
 */
export function mergeByKey<T>(
  preferred: readonly T[],
  others: readonly T[],
  keyOf: (entry: T) => string | number,
): readonly T[] {
  const known = new Set(preferred.map(keyOf))
  const missing = others.filter((entry) => !known.has(keyOf(entry)))
  if (missing.length === 0) return preferred
  return [...preferred, ...missing].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}
