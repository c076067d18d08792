import { type ApiDocument, resolve, type Schema, variantsOf } from '#features/pages/docs/document'
import { richLine } from '#features/pages/docs/rich-text'
import { type Html, html } from '#features/shared/page/html'
import { unitOf } from '#features/space-weather/ref-units'

/** One field of a response. */
export interface Field {
  /** Name with its parents, such as `launches[].pad.name`. */
  readonly name: string
  readonly type: string
  readonly unit: string
  readonly description: string
}

/** Number of levels of fields shown; no schema has more. */
const MAX_DEPTH = 6

/** Lists the fields of an object schema; the fields of nested objects and lists follow their parent. */
export function listFields(schema: Schema, document: ApiDocument, prefix = '', depth = 0): Field[] {
  const declared = variantsOf(schema, document).flatMap(({ properties }) => Object.entries(properties ?? {}))
  return Object.entries(Object.fromEntries(declared)).flatMap(([key, each]) => {
    const field = resolve(each, document)
    const name = prefix + key
    const row: Field = {
      name,
      type: typeOf(field, document),
      unit: unitOf(key),
      description: field.description ?? '',
    }
    return depth < MAX_DEPTH ? [row, ...nestedFields(field, document, name, depth + 1)] : [row]
  })
}

function nestedFields(field: Schema, document: ApiDocument, name: string, depth: number): Field[] {
  const ofItems = variantsOf(field, document).flatMap(({ items }) =>
    items ? listFields(resolve(items, document), document, `${name}[].`, depth) : [],
  )
  return [...listFields(field, document, `${name}.`, depth), ...ofItems]
}

/** Names a type for a reader: `number`, `string or null`, `list of object`, the values of an enumeration. */
export function typeOf(schema: Schema, document: ApiDocument): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map(String).join(' | ')
  const variants = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]
  if (variants.length > 0)
    return [...new Set(variants.map((each) => typeOf(resolve(each, document), document)))].join(' or ')
  if (schema.items) return `list of ${typeOf(resolve(schema.items, document), document)}`
  const { type = 'any' } = schema
  return typeof type === 'string' ? type : type.join(' or ')
}

/** Renders fields as a list; with the type and the unit before the description. */
export function fieldList(fields: readonly Field[]): Html {
  return html`<ul class="fields">${fields.map(
    ({ name, type, unit, description }) =>
      html`<li><code>${name}</code> <small>${type}</small>${unit !== '' && html` <small>${unit}</small>`}${description !== '' && html`<p>${richLine(description)}</p>`}</li>`,
  )}</ul>`
}
