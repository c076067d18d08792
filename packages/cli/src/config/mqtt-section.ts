import { placeIn } from '@space-data/charts/text'
import { text } from '#config/kinds'
import { file, type SettingRow, type ValuesOf } from '#config/settings'

const topic = text('1 to 64 characters of A–Z a–z 0–9 _ - and /, such as space-data', (value) =>
  /^(?=.{1,64}$)[\w-]+(\/[\w-]+)*$/.test(value),
)

/**
 * Settings of the section `mqtt`. `serve` has no flags for them, so they are not loaded when the program
 * starts; the command `mqtt` has its own flags for them.
 */
export const MQTT_SETTINGS = {
  mqttBroker: {
    field: 'mqtt.broker',
    what: 'publish the current values to the MQTT broker at this URL',
    takes: text(
      'mqtt://HOST or mqtts://HOST, without a user name, and with a port unless it is 1883 or 8883',
      (value) => isBrokerUrl(value),
    ),
    shownDefault: 'none: `serve` publishes nothing',
  },
  mqttUsername: {
    field: 'mqtt.username',
    what: 'MQTT: user name for the broker',
    takes: text('a user name', (value) => value !== ''),
  },
  mqttPassword: {
    field: 'mqtt.password',
    what: 'MQTT: password for the broker',
    takes: text('a password', (value) => value !== ''),
    isSecret: true,
  },
  mqttCa: {
    field: 'mqtt.ca',
    what: 'MQTT: file with the CA certificate of an mqtts:// broker',
    takes: file,
    isPath: true,
  },
  mqttAt: {
    field: 'mqtt.at',
    what: 'MQTT: location for aurora, HF absorption, passes and Moon, rounded to 0.01° and never logged',
    takes: text('latitude,longitude in degrees, such as 48.1,11.6', (value) => isPlace(value)),
    isSecret: true,
  },
  mqttPassesOf: {
    field: 'mqtt.passes_of',
    what: 'MQTT: publish the next visible pass of these objects, up to 20 catalogue numbers',
    takes: text('catalogue numbers separated by commas, such as 25544,20580', (value) =>
      /^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,19}$/.test(value),
    ),
    default: '25544',
  },
  mqttTopicPrefix: {
    field: 'mqtt.topic_prefix',
    what: 'MQTT: prefix of the value topics; two instances on one broker need different prefixes',
    takes: topic,
    default: 'space-data',
  },
  mqttDiscoveryPrefix: {
    field: 'mqtt.discovery_prefix',
    what: 'MQTT: prefix of the topics that Home Assistant uses for discovery',
    takes: topic,
    default: 'homeassistant',
  },
} as const satisfies Readonly<Record<string, SettingRow>>

/** Name of a setting of the section. */
export type MqttSettingName = keyof typeof MQTT_SETTINGS

/** Value of each setting. */
export type MqttValues = ValuesOf<typeof MQTT_SETTINGS>

/** Whether a text is the URL of an MQTT broker, without a user name, a path or a query. */
function isBrokerUrl(text: string): boolean {
  return URL.canParse(text) && /^mqtts?:\/\/[^\s/?#@]+\/?$/.test(text)
}

/** Whether a text is a location: latitude and longitude in degrees, such as `48.1,11.6`. */
function isPlace(text: string): boolean {
  const place = placeIn(text)
  return place !== undefined && Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180
}
