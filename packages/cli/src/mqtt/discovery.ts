import type { Message } from '#mqtt/messages'
import type { MqttSettings } from '#mqtt/mqtt-settings'
import type { TopicSource, TopicValue } from '#mqtt/topic-value'
import { availabilityTopic, valueTopic } from '#mqtt/topics'

/** Identifier of the device in Home Assistant. Its topics allow only letters, digits, `_` and `-`. */
const deviceId = (prefix: string) => prefix.replace(/[^\w-]/g, '_').toLowerCase()

/** The topic on which Home Assistant finds the sensor of a value. */
function discoveryTopic({ discoveryPrefix, topicPrefix }: MqttSettings, { name }: TopicValue): string {
  return `${discoveryPrefix}/sensor/${deviceId(topicPrefix)}/${name}/config`
}

interface Discovered {
  readonly sources: readonly TopicSource[]
  /** How long a value of a source is valid after its publication, in milliseconds. */
  readonly lifetimeMs: (source: TopicSource) => number
  /** Version of the program. */
  readonly version: string
}

/**
 * Returns the discovery messages, one for each value: its sensor, and the device to which all sensors belong.
 * One message for the whole device would be shorter, but requires Home Assistant of late 2024 or later. A
 * sensor is unavailable while nothing is published, and once its value has expired.
 */
export function discoveryMessages(
  settings: MqttSettings,
  { sources, lifetimeMs, version }: Discovered,
): Message[] {
  const { topicPrefix } = settings
  const shared = {
    availability_topic: availabilityTopic(topicPrefix),
    qos: 1,
    device: {
      identifiers: [deviceId(topicPrefix)],
      name: topicPrefix === 'space-data' ? 'Space-Data' : `Space-Data ${topicPrefix}`,
      manufacturer: 'Space-Data',
      model: 'Public space data',
      sw_version: version,
    },
    origin: { name: 'Space-Data', sw_version: version },
  }
  return sources.flatMap((source) => {
    const expireAfterS = Math.ceil(lifetimeMs(source) / 1_000)
    return source.values.map((value) => ({
      topic: discoveryTopic(settings, value),
      payload: JSON.stringify({ ...toSensor(value, topicPrefix, expireAfterS), ...shared }),
    }))
  })
}

/** Returns the messages that remove the sensors of sources from the broker and from Home Assistant. */
export function removalMessages(settings: MqttSettings, sources: readonly TopicSource[]): Message[] {
  return sources.flatMap(({ values }) =>
    values.map((value) => ({ topic: discoveryTopic(settings, value), payload: '' })),
  )
}

function toSensor(value: TopicValue, prefix: string, expireAfterS: number): object {
  const { name, title, unit, deviceClass, options, isMeasurement, decimals, icon, isDiagnostic } = value
  return {
    unique_id: `${deviceId(prefix)}_${name}`,
    name: title,
    state_topic: valueTopic(prefix, value),
    expire_after: expireAfterS,
    icon,
    ...(unit !== undefined && { unit_of_measurement: unit }),
    ...(deviceClass && { device_class: deviceClass }),
    ...(options && { options }),
    ...(isMeasurement && { state_class: 'measurement' }),
    ...(decimals !== undefined && { suggested_display_precision: decimals }),
    ...(isDiagnostic && { entity_category: 'diagnostic' }),
  }
}
