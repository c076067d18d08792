import { beforeAll, describe, expect, test } from 'vitest'
import { NOON } from '../support/context.ts'
import { blocksOf, pages, textOf } from '../support/markdown.mjs'
import { type TestService, testService } from '../support/service.ts'
import { parseYaml } from '../support/yaml.ts'

/** A sensor of Home Assistant's integration `rest`. */
interface RestSensor {
  readonly name: string
  readonly unique_id?: string
  readonly value_template: string
  readonly availability?: string
  readonly device_class?: string
  readonly state_class?: string
  readonly json_attributes_path?: string
  readonly json_attributes?: readonly string[]
}

interface Resource {
  readonly resource?: string
  /** A target with instants that Home Assistant writes. */
  readonly resource_template?: string
  readonly scan_interval: number
  /** Absent where no key is needed. */
  readonly headers?: object
  readonly sensor: readonly RestSensor[]
}

/** Replaces what stands in `secrets.yaml`, as its page says. */
const withoutSecrets = (code: string, page: string) =>
  code.replaceAll(/!secret (\w+)/g, (_, name) => {
    const [, value = 'a-key'] = new RegExp(`\\b${name}: (https?:[^\\s\`]+)`).exec(textOf(page)) ?? []
    return `'${value}'`
  })

const written = pages().flatMap((page) =>
  blocksOf(page)
    .filter(({ language, code }) => language === 'yaml' && /^rest:/m.test(code))
    .flatMap(({ code }) => (parseYaml(withoutSecrets(code, page)) as { rest: Resource[] }).rest),
)
/** Those that stand in two lines are there a second time. */
const short = written.filter(({ headers }) => !headers)
const resources = written.filter(({ headers }) => headers)
/** The target of a resource, with instants as Home Assistant writes them. */
function targetOf({ resource, resource_template = '' }: Resource): string {
  const minuteOf = (at: number) => `${new Date(at).toISOString().slice(0, 16)}:00Z`
  const filled = resource_template.replaceAll(/\{\{(.+?)\}\}/g, (_, expression: string) => {
    const [, added = '0'] = /timedelta\(minutes=(\d+)\)/.exec(expression) ?? []
    expect(expression).toMatch(/utcnow\(\).*\.strftime\('%Y-%m-%dT%H:%M:00Z'\)/)
    return minuteOf(NOON + Number(added) * 60_000)
  })
  const { pathname, search } = new URL(resource ?? filled)
  return pathname + search
}

const sensors = resources.flatMap((resource) =>
  resource.sensor.map((one): [string, Resource, RestSensor] => [one.name, resource, one]),
)

/** Takes what a path such as `data.passes[0].rise.at` says. */
const at = (value: unknown, path: string) =>
  path.split(/[.[\]]+/).reduce((found, name) => {
    return name === '' ? found : (found as Record<string, unknown> | null | undefined)?.[name]
  }, value)

describe('the REST sensors of Home Assistant in the recipes', () => {
  let service: TestService

  beforeAll(async () => {
    service = await testService()
  })

  test.each(sensors)('%s takes what the API has', async (_, resource, sensor) => {
    const { status, json } = await service.get(targetOf(resource))
    expect(status).toBe(200)
    const [, path = ''] =
      /^\{\{ value_json\.([\w.[\]]+) if value_json\.data is defined/.exec(sensor.value_template) ?? []
    expect(path).not.toBe('')
    const value = at(json, path)
    if (sensor.device_class === 'timestamp') expect(Date.parse(String(value))).toBeGreaterThan(0)
    else expect([typeof value, sensor.state_class]).toEqual(['number', 'measurement'])
    const attributes = at(json, (sensor.json_attributes_path ?? '$.data').slice(2))
    for (const name of sensor.json_attributes ?? []) expect(attributes).toHaveProperty(name)
  })

  // Home Assistant renders the template of an error, too, and logs what it does not find.
  test.each(sensors)('%s is unavailable after an error', (_name, _resource, { availability, unique_id }) => {
    expect(availability).toContain('value_json.data is defined')
    expect(unique_id).toMatch(/^space_data_/)
  })

  test('the ISS on the map takes what its track has', async () => {
    const [, track] = sensors.find(([name]) => name === 'ISS track') ?? []
    const { json } = await service.get(track ? targetOf(track) : '')
    expect(json.data.positions).toHaveLength(36)
    const taken = [...textOf('docs/passes.md').matchAll(/'positions'\).*\| first\)\.(\w+)/g)].map(
      ([, name = '']) => name,
    )
    expect(taken).toEqual(['altitude_km', 'latitude_deg', 'longitude_deg', 'sunlit'])
    for (const name of taken) expect(json.data.positions[0]).toHaveProperty(name)
  })

  test('are the same in two lines', () => {
    expect(short).toHaveLength(2)
    const pathOf = (each: Resource) => targetOf(each).split('?')[0]
    for (const each of short) {
      const { scan_interval, sensor } = each
      const long = resources.find((other) => pathOf(other) === pathOf(each))
      const [one] = long?.sensor ?? []
      const { json_attributes, json_attributes_path, ...same } = one ?? ({} as Partial<RestSensor>)
      expect({ scan_interval, sensor }).toEqual({ scan_interval: long?.scan_interval, sensor: [same] })
    }
  })

  test('leave some of the 1,000 requests a day of a free key', () => {
    const requests = resources.map(({ scan_interval }) => 86_400 / scan_interval)
    const total = requests.reduce((sum, each) => sum + each, 0)
    expect(total).toBeLessThanOrEqual(900)
    expect(textOf('docs/recipes/home.md')).toContain(`All six resources make ${total} requests a day`)
    expect(sensors).toHaveLength(6)
  })
})
