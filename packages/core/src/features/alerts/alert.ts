import { digest } from '#kernel/kit/digest'
import { iso } from '#kernel/kit/time'

/**
 * Audience of an alert: `public`, everyone; `watchers`, accounts with a webhook that names its subject;
 * `operator`, the operator's own receivers; `{ account }`, that account and, with `isWatched`, only its
 * webhooks that name the subject; `{ accounts }`, several such accounts, each with its own alert.
 */
export type Audience =
  | 'public'
  | 'watchers'
  | 'operator'
  | { readonly account: string; readonly isWatched?: true }
  | { readonly accounts: readonly string[] }

/** A fact about the world or the service, such as the start of a geomagnetic storm. */
export interface Alert {
  /**
   * `evt_` and 32 hexadecimal digits, derived from the fact, so that two processes which detect it create the
   * same id.
   */
  readonly id: string
  /** Dotted name, such as `geomagnetic.storm_started`: see the table of types. */
  readonly type: string
  /** Time of the event, ISO 8601 UTC. */
  readonly timestamp: string
  /** Subject, such as `25544` or `swpc-kp-1m`. Together with the type, it determines the recipients. */
  readonly subject: string
  readonly audience: Audience
  /** The payload in snake_case, valid for the schema of the type. */
  readonly data: Readonly<Record<string, unknown>>
}

/** An alert in the log. */
export interface LoggedAlert extends Alert {
  /** Position in the log, from 1. */
  readonly seq: number
}

/** An alert in the form that clients receive by webhook, poll or stream. */
export interface AlertMessage extends Pick<LoggedAlert, 'id' | 'type' | 'timestamp' | 'data'> {
  readonly sequence: number
}

/** The facts from which an alert is made. */
export interface AlertFacts {
  readonly type: string
  readonly subject: string
  /** Distinguishes alerts with the same type, subject and instant, such as `G2`. */
  readonly level?: string
  /** Time of the event, epoch milliseconds. */
  readonly at: number
  readonly audience?: Audience
  readonly data: Readonly<Record<string, unknown>>
}

/** Maximum size of an alert's data in bytes. With its envelope, an alert has at most 20 kB. */
const MAX_DATA_BYTES = 19_000

/**
 * Creates an alert. Equal type, subject, level and instant result in an equal id.
 * @throws RangeError if its data are too large to send. They are not truncated, as a part of them would be a
 *   different fact.
 */
export function createAlert({ type, subject, level = '', at, audience = 'public', data }: AlertFacts): Alert {
  const { length } = new TextEncoder().encode(JSON.stringify(data))
  if (length > MAX_DATA_BYTES)
    throw new RangeError(`the data of ${type} have ${length} bytes; at most ${MAX_DATA_BYTES} can be sent`)
  const timestamp = iso(at)
  const id = `evt_${digest([type, subject, level, timestamp].join('|'), 'hex').slice(0, 32)}`
  return { id, type, timestamp, subject, audience, data }
}

/** Returns the form in which clients receive an alert. */
export function toMessage({ id, type, timestamp, seq, data }: LoggedAlert): AlertMessage {
  return { id, type, timestamp, sequence: seq, data }
}
