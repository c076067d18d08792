import type { TopicValue } from '#mqtt/topic-value'

/** The topic that says whether values are published now: `online` or `offline`. */
export const availabilityTopic = (prefix: string) => `${prefix}/availability`

/** The topic of a value. */
export const valueTopic = (prefix: string, { name }: TopicValue) => `${prefix}/${name}`
