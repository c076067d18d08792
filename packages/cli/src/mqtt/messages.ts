import { noReading, type Reading } from '#mqtt/readings'
import type { Present, TopicSource } from '#mqtt/topic-value'
import { availabilityTopic, valueTopic } from '#mqtt/topics'

/** A message that the broker retains for later subscribers. */
export interface Message {
  readonly topic: string
  readonly payload: string
  /** When the broker deletes it (epoch milliseconds); `undefined` for never. */
  readonly endsAt?: number | undefined
}

/** All readings so far, by the source. */
export type Readings = ReadonlyMap<TopicSource, Reading>

/**
 * Payload of a topic without a value, which Home Assistant shows as unknown. It is not empty, because many
 * programs read an empty text as 0.
 */
const NONE = 'None'

/** Returns the messages of a reading, one for each value. */
export function valueMessages(prefix: string, source: TopicSource, { values, endsAt }: Reading): Message[] {
  return source.values.map((value) => {
    const present = values[value.name] ?? null
    const topic = valueTopic(prefix, value)
    // `None` does not expire: it holds until there is a value.
    return present === null ? { topic, payload: NONE } : { topic, payload: String(present), endsAt }
  })
}

/**
 * Returns the message with all values as one JSON object. It states until when all values are valid, which is
 * the earliest of their instants. The message expires with the first value.
 */
export function jsonMessage(prefix: string, readings: Readings): Message {
  const all = [...readings.values()]
  const endsAt = first(all.map((reading) => reading.endsAt))
  const values: Record<string, Present> = Object.assign({}, ...all.map((reading) => reading.values))
  const good_until = toIso(first(all.map((reading) => reading.validUntil)))
  const payload = JSON.stringify({ good_until, kept_until: toIso(endsAt), ...values })
  return { topic: `${prefix}/json`, payload, endsAt }
}

/** Returns the earliest of the known instants. */
function first(instants: readonly (number | undefined)[]): number | undefined {
  const known = instants.filter((at) => at !== undefined)
  return known.length === 0 ? undefined : Math.min(...known)
}

const toIso = (at: number | undefined) => (at === undefined ? null : new Date(at).toISOString())

/** Returns the message that says whether values are published. */
export function availabilityMessage(prefix: string, isOnline: boolean): Message {
  return { topic: availabilityTopic(prefix), payload: isOnline ? 'online' : 'offline' }
}

/** Returns the messages of a clean stop: no value on any topic, and `offline`. */
export function farewellMessages(prefix: string, sources: readonly TopicSource[]): Message[] {
  const none = sources.map((source) => [source, noReading(source)] as const)
  return [
    ...none.flatMap(([source, reading]) => valueMessages(prefix, source, reading)),
    jsonMessage(prefix, new Map(none)),
    availabilityMessage(prefix, false),
  ]
}
