import { placeIn } from '@space-data/charts/text'
import type { Config } from '#config/config'
import { UsageError } from '#kit/errors'
import { readTextFile } from '#kit/files'
import type { Place, Subject } from '#mqtt/topic-value'

/** The broker and the credentials for it. */
export interface BrokerSettings {
  /** Such as `mqtts://broker.example:8883`. */
  readonly url: string
  readonly username: string | undefined
  readonly password: string | undefined
  /** CA certificates in PEM, which replace the ones that Node trusts. */
  readonly ca: string | undefined
}

/** The published values and their topics. */
export interface MqttSettings {
  readonly broker: BrokerSettings
  readonly subject: Subject
  /** Prefix of all value topics, such as `space-data`. */
  readonly topicPrefix: string
  /** Prefix of the topics that Home Assistant uses for discovery. */
  readonly discoveryPrefix: string
}

/** A broker on this machine. */
const DEFAULT_BROKER = 'mqtt://127.0.0.1:1883'

/**
 * Returns the settings for MQTT.
 * @throws UsageError for a file of certificates that cannot be read
 */
export async function toMqttSettings(config: Config): Promise<MqttSettings> {
  const { mqttBroker, mqttUsername, mqttPassword, mqttCa, mqttAt, mqttPassesOf } = config
  if (mqttPassword !== undefined && mqttUsername === undefined)
    throw new UsageError('mqtt.password needs mqtt.username', 'Set SPACE_DATA_MQTT_USERNAME, too')
  return {
    broker: {
      url: mqttBroker ?? DEFAULT_BROKER,
      username: mqttUsername,
      password: mqttPassword,
      ca: mqttCa === undefined ? undefined : await readTextFile(mqttCa, undefined, UsageError),
    },
    subject: { place: mqttAt === undefined ? undefined : toPlace(mqttAt), passesOf: mqttPassesOf },
    topicPrefix: config.mqttTopicPrefix,
    discoveryPrefix: config.mqttDiscoveryPrefix,
  }
}

/** Rounds a location to 0.01°, about a kilometre, which is precise enough and protects privacy. */
function toPlace(text: string): Place {
  const { latitude = 0, longitude = 0 } = placeIn(text) ?? {}
  return { latitude: Math.round(latitude * 100) / 100, longitude: Math.round(longitude * 100) / 100 }
}
