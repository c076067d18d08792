import { type Content, messagesOf, type Operation, operationsOf, resolved, type Schema } from './walk.ts'

/** A schema with its references followed and its parts merged. */
interface Shape {
  /** Sorted; `any` where the schema has none. */
  readonly types: readonly string[]
  /** Those of `enum` or `const`. */
  readonly values: readonly unknown[] | undefined
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
  readonly items: Schema | undefined
}

/** The names of bounds, such as `exclusiveMinimum` and `maxLength`. */
const BOUND = /^(exclusive)?m(in|ax)|^(pattern|format)$/i

/**
 * Returns what clients and receivers of webhooks rely on, in the order of the document: a line for each
 * operation, parameter, body, response and field, such as
 * `GET /v1/space-weather/kp 200 application/json data.kp: number required`. Each possible value follows `=`,
 * and `?` a header that may be absent. What clients send has its bounds.
 */
export function linesOf(document: object): string[] {
  const shapeOf = (thing: Schema): Shape => {
    const schema = resolved(thing, document)
    const merged = (schema.allOf ?? []).map(shapeOf)
    const choices = (schema.anyOf ?? []).map(shapeOf)
    const parts = [...merged, ...choices]
    const types = new Set([schema.type ?? [], parts.map((part) => part.types)].flat(2))
    types.delete('any')
    const inherited = parts.find(({ values }) => values)?.values
    const orNull = choices.some((choice) => choice.types.includes('null')) ? [null] : []
    return {
      types: types.size > 0 ? [...types].sort() : ['any'],
      values: schema.enum ?? ('const' in schema ? [schema['const']] : inherited && [...inherited, ...orNull]),
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), schema.properties),
      required: [(schema.required ?? []) as string[], ...parts.map(({ required }) => required)].flat(),
      items: schema.items ?? parts.find(({ items }) => items)?.items,
    }
  }

  const fieldLines = (
    at: string,
    thing: Schema,
    isRequired: boolean,
    isTaken: boolean,
    path = '',
  ): string[] => {
    const { types, values = [], properties, required, items } = shapeOf(thing)
    const schema = resolved(thing, document)
    const bounds = isTaken ? Object.keys(schema).filter((name) => BOUND.test(name)) : []
    const words = [
      types.join('|'),
      ...(isRequired ? ['required'] : []),
      ...values.map((value) => `=${wordOf(value)}`),
      ...bounds.map((name) => `${name}=${wordOf(schema[name])}`),
    ]
    return [
      `${path ? `${at} ${path}` : at}: ${words.join(' ')}`,
      ...Object.entries(properties).flatMap(([name, field]) =>
        fieldLines(at, field, required.includes(name), isTaken, path ? `${path}.${name}` : name),
      ),
      ...(items ? fieldLines(at, items, false, isTaken, `${path}[]`) : []),
    ]
  }

  const contentLines = (at: string, content: Content | undefined, isTaken: boolean) =>
    Object.entries(content ?? {}).flatMap(([type, { schema }]) =>
      fieldLines(`${at} ${type}`, schema ?? {}, false, isTaken),
    )

  const requestLines = (at: string, { parameters = [], requestBody }: Operation, isTaken: boolean) => [
    ...parameters.flatMap((each) => {
      const { name, in: place, required = false, schema } = resolved(each, document)
      return fieldLines(`${at} ${place} ${name}`, schema, required, isTaken)
    }),
    ...(requestBody ? [`${at} body: any${requestBody.required ? ' required' : ''}`] : []),
    ...contentLines(`${at} body`, requestBody?.content, isTaken),
  ]

  const responseLines = (at: string, { responses }: Operation) =>
    Object.entries(responses).flatMap(([status, response]) => {
      const { headers, content } = resolved(response, document)
      const names = Object.entries(headers).map(([name, header]) =>
        resolved(header, document).required ? name : `${name}?`,
      )
      return [
        `${at} ${status}: ${['headers', ...names].join(' ')}`,
        ...contentLines(`${at} ${status}`, content, false),
      ]
    })

  return [
    ...operationsOf(document).flatMap(({ method, path, operation }) => [
      `${method} ${path}: ${operation.security.length > 0 ? 'key' : 'open'}`,
      ...requestLines(`${method} ${path}`, operation, true),
      ...responseLines(`${method} ${path}`, operation),
    ]),
    ...messagesOf(document).flatMap(({ type, operation }) => [
      `webhook ${type}: open`,
      ...requestLines(`webhook ${type}`, operation, false),
    ]),
  ]
}

/** Returns a value as JSON without spaces. */
function wordOf(value: unknown): string {
  return JSON.stringify(value).replaceAll(' ', '\\u0020')
}
