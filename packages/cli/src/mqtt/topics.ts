import type { TopicValue } from '#mqtt/topic-value'

/** Returns the topic that states whether values are published now: `online` or `offline`. */
export const availabilityTopic = (prefix: string) => `${prefix}/availability`

/** Returns the topic of a value. */
export const valueTopic = (prefix: string, { name }: TopicValue) => `${prefix}/${name}`
