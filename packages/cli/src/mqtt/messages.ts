import { noReading, type Reading } from '#mqtt/readings'
import type { Present, TopicSource } from '#mqtt/topic-value'
import { availabilityTopic, valueTopic } from '#mqtt/topics'

/** A message that the broker keeps for those who come later. */
export interface Message {
  readonly topic: string
  readonly payload: string
  /** When the broker deletes it (epoch milliseconds); `undefined` for never. */
  readonly endsAt?: number | undefined
}

/** All readings so far, by the source. */
export type Readings = ReadonlyMap<TopicSource, Reading>

/**
 * What stands on a topic while there is no value: what Home Assistant takes as unknown. It is not empty,
 * since an empty text is 0 to many a program.
 */
const NONE = 'None'

/** Returns the messages of a reading, one for each value. */
export function valueMessages(prefix: string, source: TopicSource, { values, endsAt }: Reading): Message[] {
  return source.values.map((value) => {
    const present = values[value.name] ?? null
    const topic = valueTopic(prefix, value)
    // That there is none holds until there is one.
    return present === null ? { topic, payload: NONE } : { topic, payload: String(present), endsAt }
  })
}

/**
 * Returns the message with all values as one JSON object. It says until when all of them are valid, and until
 * when the message is kept: both are those of the first.
 */
export function jsonMessage(prefix: string, readings: Readings): Message {
  const all = [...readings.values()]
  const endsAt = first(all.map((reading) => reading.endsAt))
  const values: Record<string, Present> = Object.assign({}, ...all.map((reading) => reading.values))
  const good_until = toIso(first(all.map((reading) => reading.validUntil)))
  const payload = JSON.stringify({ good_until, kept_until: toIso(endsAt), ...values })
  return { topic: `${prefix}/json`, payload, endsAt }
}

/** The earliest of instants, of which some are unknown. */
function first(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((at) => at !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

const toIso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

/** Returns the message that says whether values are published. */
export function availabilityMessage(prefix: string, isOnline: boolean): Message {
  return { topic: availabilityTopic(prefix), payload: isOnline ? 'online' : 'offline' }
}

/** Returns what a clean stop leaves behind: no value on any topic, and that nothing is published. */
export function farewellMessages(prefix: string, sources: readonly TopicSource[]): Message[] {
  const none = sources.map((source) => [source, noReading(source)] as const)
  return [
    ...none.flatMap(([source, reading]) => valueMessages(prefix, source, reading)),
    jsonMessage(prefix, new Map(none)),
    availabilityMessage(prefix, false),
  ]
}
