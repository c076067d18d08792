import type { ProblemType } from '@space-data/core'
import type { Row } from '../../packages/cli/src/config/rows.ts'
import type { TopicSource } from '../../packages/cli/src/mqtt/topic-value.ts'
import type { Endpoint } from '../../packages/core/src/kernel/endpoint/endpoint.ts'

/** The table of endpoints; the optional ones need no key where the operator allows it. */
export function endpointTable(endpoints: readonly Endpoint[], optional: readonly Endpoint[]): string {
  const operations = new Set(optional.map(({ operationId }) => operationId))
  const rows = endpoints.map(({ method, path, operationId, access, ttlMs, summary }) => {
    const needs = operations.has(operationId) ? 'key or none' : access === 'key' ? 'key' : '–'
    return `| ${method} | \`${path}\` | ${needs} | ${ttlMs ? ttlOf(ttlMs) : '–'} | ${summary} |`
  })
  return ['| method | path | needs | valid for | what |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** The version that each endpoint first appeared in, and what becomes of those that are deprecated. */
export function publicationTable(endpoints: readonly Endpoint[]): string {
  const rows = endpoints.map(({ method, path, operationId, publication }) => {
    const { from, sunset, successor } = publication?.deprecation ?? {}
    const use = successor ? ` Use \`${successor}\`.` : ''
    const life = from ? `Deprecated from ${from}${sunset ? `, removed on ${sunset}` : ''}.${use}` : '–'
    return `| ${method} | \`${path}\` | \`${operationId}\` | ${publication?.since.version} | ${life} |`
  })
  return ['| method | path | operation | since | deprecation |', '|---|---|---|---|---|', ...rows].join('\n')
}

/** Every error code with its status and its default message. */
export function errorTable(table: readonly ProblemType[]): string {
  const rows = table.map(({ code, status, message }) => `| ${status} | \`${code}\` | ${message} |`)
  return ['| status | error | what it means |', '|---|---|---|', ...rows].join('\n')
}

function ttlOf(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

/** The settings of the CLI, as the configuration reference shows them. */
export function settingTable(rows: readonly Row[]): string {
  const code = (value: string | undefined) => (value === undefined ? '–' : `\`${value}\``)
  const lines = rows.map(({ field, flag, variable, what, takes, default: value, shownDefault }) => {
    const name = value === undefined || Array.isArray(value) ? undefined : `\`${value}\``
    const long = /--[\w-]+/.exec(flag ?? '')?.[0]
    return `| \`${field}\` | ${code(long)} | ${code(variable)} | ${what} | ${takes.message} | ${shownDefault ?? name ?? 'none'} |`
  })
  return [
    '| field | flag of `serve` | variable | what | takes | default |',
    '|---|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** The topics of MQTT, as their recipe shows them. */
export function topicTable(sources: readonly TopicSource[]): string {
  const rows = sources.flatMap(({ validForMs, path, values }) => {
    const isOfPlace = path({ place: undefined, passesOf: '1' }) === undefined
    return values.map(({ name, title, unit, deviceClass, options }) => {
      const words = options && `one of ${options.map((word) => `\`${word}\``).join(' ')}`
      const time = deviceClass === 'timestamp' ? 'instant, UTC' : deviceClass === 'date' ? 'day, UTC' : '–'
      const content = words ?? unit ?? time
      return `| \`${name}\` | ${title} | ${content} | ${ttlOf(validForMs)} | ${isOfPlace ? 'yes' : '–'} |`
    })
  })
  return [
    '| topic | in Home Assistant | unit or content | valid for | needs a location |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** The parts of an OpenAPI document that list fields. */
export interface DescribedFields {
  readonly paths: Record<string, { readonly get?: { readonly responses: Record<string, DescribedResponse> } }>
  readonly components: { readonly schemas: Record<string, DescribedSchema> }
}

interface DescribedResponse {
  readonly content?: Record<string, { readonly schema?: DescribedSchema }>
}

interface DescribedSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly DescribedSchema[]
  readonly allOf?: readonly DescribedSchema[]
  readonly properties?: Record<string, DescribedSchema>
}

/** The fields of `data` of each path, and the fields of the schemas in them, by an OpenAPI document. */
export function fieldTables({ paths, components: { schemas } }: DescribedFields): string {
  const isList = ({ type, anyOf = [] }: DescribedSchema): boolean =>
    type === 'array' || (Array.isArray(type) && type.includes('array')) || anyOf.some(isList)
  const listed = ({ properties = {} }: DescribedSchema) =>
    Object.entries(properties)
      .map(([name, schema]) => `\`${name}${isList(schema) ? '[]' : ''}\``)
      .join(', ')
  const payloads = Object.entries(paths).flatMap(([path, { get }]) => {
    const { allOf = [] } = get?.responses['200']?.content?.['application/json']?.schema ?? {}
    const names = allOf.flatMap(({ properties }) => properties?.['data']?.$ref?.split('/').at(-1) ?? [])
    return names.map((name) => ({ path, name }))
  })
  const isPayload = new Set(payloads.map(({ name }) => name))
  const others = Object.entries(schemas).filter(
    ([name, { properties }]) => properties && !isPayload.has(name),
  )
  return [
    '| path | fields of `data` |',
    '|---|---|',
    ...payloads.map(({ path, name }) => `| \`${path}\` | ${listed(schemas[name] ?? {})} |`),
    '',
    '| schema | fields |',
    '|---|---|',
    ...others.map(([name, schema]) => `| \`${name}\` | ${listed(schema)} |`),
  ].join('\n')
}

/** The options of `createSpaceData`: those of the kernel, then those of the features, by a reader of sources. */
export function optionTable(textOf: (file: string) => string): string {
  const all = textOf('space-data.ts')
  const parts = [...all.matchAll(/(?<=extends |^ +)(\w+Options)\b/gm)].map(([, name = '']) => {
    const [, file = ''] = new RegExp(`\\b${name} \\} from '#(.*)'`).exec(all) ?? []
    return new RegExp(`interface ${name}\\b[\\s\\S]*?\\n\\}`).exec(textOf(`${file}.ts`))?.[0]
  })
  const options = parts.join('').matchAll(/\/\*\*([\s\S]*?)\*\/\s+readonly (\w+)\?/g)
  const rows = [...options].map(([, comment = '', name]) => {
    const text = comment
      .replace(/\n? +\* /g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    const [what = '', fallback = 'none'] = text.split(' @default ')
    return `| \`${name}\` | ${what} | ${fallback} |`
  })
  return ['| option | what | default |', '|---|---|---|', ...rows].join('\n')
}
