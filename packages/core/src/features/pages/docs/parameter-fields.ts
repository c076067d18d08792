import {
  type ApiDocument,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from '#features/pages/docs/document'
import { exampleBody } from '#features/pages/docs/example-request'
import { fieldList, listFields, typeOf } from '#features/pages/docs/fields'
import { richLine } from '#features/pages/docs/rich-text'
import { type Html, html } from '#features/shared/page/html'
import type { Endpoint } from '#kernel/endpoint/endpoint'

/** Renders the parameters and the body of an operation; the script of the page has a field for each. */
export function parameterFields(
  endpoint: Endpoint,
  operation: Operation,
  document: ApiDocument,
): Html | null {
  const { operationId } = operation
  const all = (operation.parameters ?? [])
    .map((each) => resolve(each, document))
    .filter(({ in: place }) => place !== 'header')
  const body = exampleBody(endpoint)
  if (all.length === 0 && body === undefined) return null
  return html`<fieldset class="parameters"><legend>Request</legend>${all.map((each) => parameterField(each, operationId, document))}${body !== undefined && bodyField(body, operation, document)}</fieldset>`
}

function parameterField(parameter: Parameter, operationId: string, document: ApiDocument): Html {
  const { name, required, description, schema } = parameter
  const id = `${operationId}-${name}`
  const chips = [required && 'required', typeOf(schema, document), boundsOf(schema, description)]
  return html`<div class="parameter"><label for="${id}"><code>${name}</code></label>${chips.map((chip) => chip && html` <small>${chip}</small>`)}
${input(id, parameter)}<p class="meaning">${richLine(description)}</p></div>`
}

function input(id: string, { name, in: place, required, schema }: Parameter): Html {
  const example = String(schema.examples?.[0] ?? schema.enum?.[0] ?? '')
  const attributes = html`id="${id}" data-name="${name}" data-in="${place}" data-live hidden`
  if (schema.enum)
    return html`<select ${attributes}>${!required && html`<option value="">default</option>`}${schema.enum.map((value) => html`<option>${String(value)}</option>`)}</select>`
  if (name === 'at' && /^\d{4}-.*Z$/.test(example)) return html`<input ${attributes} type="datetime-local">`
  // Required fields contain their examples, so that the request can be sent immediately.
  return html`<input ${attributes} autocomplete="off" spellcheck="false"${required && html` value="${example}"`} placeholder="${example}">`
}

/** Returns the bounds of a number unless the description states them. */
function boundsOf({ minimum, maximum }: Schema, description: string): string | false {
  const bounds = `${minimum} to ${maximum}`
  return minimum !== undefined && maximum !== undefined && !description.includes(bounds) && bounds
}

function bodyField(body: unknown, { operationId, requestBody }: Operation, document: ApiDocument): Html {
  const id = `${operationId}-body`
  const schema = requestBody?.content['application/json']?.schema
  const text = JSON.stringify(body, null, 2)
  return html`<div class="parameter"><label for="${id}">Body</label> <small>JSON</small>
<textarea id="${id}" rows="${text.split('\n').length}" spellcheck="false">${text}</textarea>${schema && fieldList(listFields(resolve(schema, document), document))}</div>`
}
