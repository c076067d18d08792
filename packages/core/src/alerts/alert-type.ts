import * as v from 'valibot'
import type { AlertFacts, Audience } from '#alerts/alert'
import { instant, named, text } from '#endpoint/schemas'

/** Who may see alerts of a type; `account` is the account that an alert concerns. */
type AudienceKind = 'public' | 'watchers' | 'account' | 'operator'

/** A type of alert: who sees it, and the shape of its data. */
export interface AlertType<Data = unknown> {
  /** Dotted name, such as `geomagnetic.storm_started`. */
  readonly type: string
  /** Name of the schema of its messages, where types share one of data. @default That of the data. */
  readonly title?: string
  readonly audience: AudienceKind
  /** When such an alert is sent, in one sentence. */
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
  /** The account that an alert concerns: of the kind `account`, or of what only one account has. */
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

/** Schema of the instant of the reading that an alert was found in. */
export const observedAt = instant('Time of the reading or the check that the alert was found in')

/** Schema of the provenance of an alert's data. */
export const source = text('Provenance of the value', 'NOAA SWPC planetary K index (1 minute)')

/** Schema of the path at which to read more. */
export const readPath = (example: string) => text('Path of this API with the current values', example)

/** Members of an alert that was found in what a path serves. */
export const observation = (path: string) => ({ observed_at: observedAt, source, url: readPath(path) })

/**
 * Whether a type of alert matches a pattern: a type, or with `*` for its last parts, such as `geomagnetic.*`;
 * `*` alone matches every type.
 */
export function matchesType(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type
}
