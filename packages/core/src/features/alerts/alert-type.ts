import * as v from 'valibot'
import type { AlertFacts, Audience } from '#features/alerts/alert'
import { instant, named, text } from '#kernel/endpoint/schemas'

/** Audience of a type of alert; `account` is the account that an alert concerns. */
type AudienceKind = 'public' | 'watchers' | 'account' | 'operator'

/** A type of alert: who sees it, and the shape of its data. */
export interface AlertType<Data = unknown> {
  /** Dotted name, such as `geomagnetic.storm_started`. */
  readonly type: string
  /**
   * Name of the schema of its messages, if several types share a data schema. @default The title of the data
   * schema.
   */
  readonly title?: string
  readonly audience: AudienceKind
  /** One sentence that describes when such an alert is sent. */
  readonly summary: string
  /** Schema of `data`, with a title. */
  readonly data: v.GenericSchema<unknown, Data>
}

interface Declaration<Entries extends v.ObjectEntries> {
  readonly audience?: AudienceKind
  /** Name of the schema, such as `StormStarted`. */
  readonly title: string
  readonly summary: string
  readonly entries: Entries
}

/** Declares a type of alert; public by default. */
export function alertType<Entries extends v.ObjectEntries>(
  type: string,
  { audience = 'public', title, summary, entries }: Declaration<Entries>,
): AlertType<v.InferOutput<v.StrictObjectSchema<Entries, undefined>>> {
  return { type, audience, summary, data: named(title, v.strictObject(entries)) }
}

/** The facts of an alert of a known type. */
interface TypedFacts<Data> extends Omit<AlertFacts, 'type' | 'audience' | 'data'> {
  /**
   * The account that an alert concerns, for the kind `account` or for a subject that only one account has.
   */
  readonly account?: string
  readonly data: Data
}

/** Returns the facts of an alert of this type, with the audience of the type. */
export function factsOf<Data extends Readonly<Record<string, unknown>>>(
  { type, audience }: AlertType<Data>,
  { account, data, ...facts }: TypedFacts<Data>,
): AlertFacts {
  return { ...facts, type, audience: audienceOf(audience, account), data }
}

function audienceOf(kind: AudienceKind, account?: string): Audience {
  if (account !== undefined) return { account }
  return kind === 'account' ? { account: '' } : kind
}

/** Schema of the time of the reading that triggered an alert. */
export const observedAt = instant('Time of the reading or check that triggered the alert')

/** Schema of the provenance of an alert's data. */
export const source = text('Provenance of the value', 'NOAA SWPC planetary K index (1 minute)')

/** Schema of the path with further data. */
export const readPath = (example: string) => text('Path of this API with the current values', example)

/** Members of an alert that was triggered by data of an endpoint. */
export const observation = (path: string) => ({ observed_at: observedAt, source, url: readPath(path) })

/**
 * Returns whether a type of alert matches a pattern: a type, or a type with `*` for its last parts, such as
 * `geomagnetic.*`. The pattern `*` matches every type.
 */
export function matchesType(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
}
