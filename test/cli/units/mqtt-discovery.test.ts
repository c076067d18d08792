import { describe, expect, test } from 'vitest'
import { toDiscovery, toRemoval } from '../../../packages/cli/src/mqtt/bridge.ts'
import type { MqttSettings } from '../../../packages/cli/src/mqtt/mqtt-settings.ts'
import { TOPIC_SOURCES } from '../../../packages/cli/src/mqtt/topic-sources.ts'

const settings: MqttSettings = {
  broker: { url: 'mqtt://127.0.0.1:1883', username: undefined, password: undefined, ca: undefined },
  subject: { place: { latitude: 48.1, longitude: 11.6 }, passesOf: '25544' },
  topicPrefix: 'space-data',
  discoveryPrefix: 'homeassistant',
}

interface Sensor {
  readonly unique_id: string
  readonly name: string
  readonly state_topic: string
  readonly availability_topic: string
  readonly expire_after: number
  readonly icon: string
  readonly unit_of_measurement?: string
  readonly device_class?: string
  readonly state_class?: string
  readonly options?: readonly string[]
  readonly device: object
  readonly origin: object
}

function discover(changes: Partial<MqttSettings> = {}, everyMs = 15_000) {
  const bridge = { settings: { ...settings, ...changes }, everyMs, version: '1.2.3' }
  return toDiscovery(bridge).map(({ topic, payload }) => {
    const sensor: Sensor = JSON.parse(payload)
    return { topic, sensor, bytes: Buffer.byteLength(payload) }
  })
}

const expiryOf = (found: ReturnType<typeof discover>, name: string) =>
  found.find(({ topic }) => topic.endsWith(`/${name}/config`))?.sensor.expire_after

/** What Home Assistant takes for a sensor, of its schema. */
const OPTIONS = [
  ...['availability_topic', 'qos', 'device', 'origin'],
  ...['unique_id', 'name', 'state_topic', 'expire_after', 'icon', 'unit_of_measurement'],
  ...['device_class', 'options', 'state_class', 'suggested_display_precision', 'entity_category'],
]

/** The units that Home Assistant takes for a class of sensors. */
const UNITS: Readonly<Record<string, readonly unknown[]>> = {
  frequency: ['Hz', 'kHz', 'MHz', 'GHz'],
  irradiance: ['W/m²', 'BTU/(h⋅ft²)'],
  timestamp: [undefined],
  date: [undefined],
  enum: [undefined],
}

describe('the discovery messages of MQTT', () => {
  const found = discover()

  test('are a sensor for each value, of one device with an identifier and an origin', () => {
    const names = TOPIC_SOURCES.flatMap(({ values }) => values.map(({ name }) => name))
    // Home Assistant of before late 2024 knows no message for a whole device.
    expect(found.map(({ topic }) => topic)).toEqual(
      names.map((name) => `homeassistant/sensor/space-data/${name}/config`),
    )
    for (const { sensor, bytes } of found) {
      expect(sensor.device).toMatchObject({ identifiers: ['space-data'], name: 'Space-Data' })
      expect(sensor.origin).toMatchObject({ name: 'Space-Data', sw_version: '1.2.3' })
      expect(sensor.availability_topic).toBe('space-data/availability')
      expect(bytes).toBeLessThan(1_024)
    }
  })

  test.each(found.map((one): [string, Sensor] => [one.topic.split('/').at(-2) ?? '', one.sensor]))(
    '%s follows the rules of Home Assistant',
    (name, sensor) => {
      expect(sensor).toMatchObject({
        unique_id: `space-data_${name}`,
        state_topic: `space-data/${name}`,
      })
      expect(Object.keys(sensor).filter((option) => !OPTIONS.includes(option))).toEqual([])
      expect(sensor.icon).toMatch(/^mdi:[a-z-]+$/)
      expect(Number.isInteger(sensor.expire_after)).toBe(true)
      const { device_class, unit_of_measurement, state_class, options } = sensor
      if (device_class !== undefined) expect(UNITS[device_class]).toContain(unit_of_measurement)
      if (options !== undefined) expect([device_class, state_class]).toEqual(['enum', undefined])
      if (['timestamp', 'date', 'enum'].includes(device_class ?? '')) expect(state_class).toBeUndefined()
      // A number without a unit or a class would be a text without a curve.
      if (unit_of_measurement !== undefined) expect(state_class).toBe('measurement')
    },
  )

  test('have names and identifiers once, and their units in their topics', () => {
    const names = found.map(({ sensor }) => sensor.name)
    expect(new Set(names).size).toBe(names.length)
    const suffixes: Readonly<Record<string, RegExp>> = {
      'km/s': /_km_s$/,
      nT: /_nt$/,
      'W/m²': /_w_m2$/,
      pfu: /_pfu$/,
      sfu: /_sfu$/,
      '%': /_percent$/,
      MHz: /_mhz$/,
      '°': /_deg$/,
    }
    for (const { unit_of_measurement: unit, state_topic } of found.map(({ sensor }) => sensor))
      if (unit !== undefined) expect(state_topic).toMatch(suffixes[unit] ?? /^$/)
  })

  test('let each value expire 30 s after its answer, or after the time between two requests', () => {
    const expiries = found.map(({ sensor }) => sensor.expire_after)
    expect([Math.min(...expiries), Math.max(...expiries)]).toEqual([60, 6 * 3_600 + 30])
    expect([expiryOf(found, 'kp'), expiryOf(discover({}, 600_000), 'kp')]).toEqual([90, 630])
  })

  test('of two instances on a broker do not name the same device', () => {
    const [other] = discover({ topicPrefix: 'house/Space' })
    expect(other?.topic).toBe('homeassistant/sensor/house_space/kp/config')
    expect(other?.sensor).toMatchObject({
      unique_id: 'house_space_kp',
      state_topic: 'house/Space/kp',
      device: { identifiers: ['house_space'] },
    })
  })

  test('without a place have no sensor of one, and remove those of a start before', () => {
    const subject = { place: undefined, passesOf: '25544' }
    const placeless = discover({ subject }).map(({ topic }) => topic)
    expect(placeless).toContain('homeassistant/sensor/space-data/kp/config')
    const removed = toRemoval({ settings: { ...settings, subject } })
    expect(new Set(removed.map(({ payload }) => payload))).toEqual(new Set(['']))
    const of = /^homeassistant\/sensor\/space-data\/(aurora|hf|pass|moon|dark)[^/]+\/config$/
    expect(placeless.filter((topic) => of.test(topic))).toEqual([])
    expect(removed.filter(({ topic }) => of.test(topic))).toHaveLength(found.length - placeless.length)
    expect(toRemoval({ settings })).toEqual([])
  })
})
