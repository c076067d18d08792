import {
  type ApiDocument,
  type Operation,
  type Response,
  resolve,
  type Schema,
} from '#features/pages/docs/document'
import { fieldList, listFields } from '#features/pages/docs/fields'
import { problemCodes } from '#features/pages/docs/problem-codes'
import { richLine } from '#features/pages/docs/rich-text'
import { exampleOf } from '#features/pages/docs/schema-example'
import { type Html, html } from '#features/shared/page/html'
import type { Endpoint } from '#kernel/endpoint/endpoint'
import type { Envelope } from '#kernel/endpoint/envelope'
import { sourceOf } from '#kernel/upstreams/source-label'

/** Maximum number of fields in an open list; a longer list is folded, as the example shows its fields. */
const MOST_OPEN = 30

/** Renders the fields of a successful response; none if it is not JSON. */
export function responseFields(operation: Operation, document: ApiDocument): Html | false {
  const json = successOf(operation, document).content['application/json']?.schema
  const fields = json ? payloadFields(resolve<Schema>(json, document), document) : []
  if (fields.length === 0) return false
  return html`<details class="answers"${fields.length <= MOST_OPEN && ' open'}><summary><span>Fields of the response</span></summary>${fieldList(fields)}</details>`
}

/** Renders every status of an operation. */
export function statuses(operation: Operation, document: ApiDocument, root: string): Html {
  return html`<details class="answers"><summary><span>Statuses</span></summary><ul class="statuses">${Object.entries(
    operation.responses,
  ).map(
    ([status, each]) =>
      html`<li><small>${status}</small> ${statusMeaning(resolve<Response>(each, document).description)}</li>`,
  )}</ul><p class="meaning"><a href="${root}docs#errors">What the codes mean</a></p></details>`
}

/** Lists the fields of a body. The introduction explains the fields of the envelope. */
function payloadFields(schema: Schema, document: ApiDocument) {
  const [envelope, ...own] = schema.allOf ?? []
  const isEnveloped = envelope !== undefined && isEnvelope(envelope)
  return listFields(isEnveloped ? { allOf: own } : schema, document).filter(({ name }) => name !== 'data')
}

/** Whether a schema is the envelope. */
function isEnvelope(schema: object): boolean {
  return '$ref' in schema && schema.$ref === '#/components/schemas/Envelope'
}

/** Renders the fields of the envelope. */
export function envelopeFields(document: ApiDocument): Html {
  return fieldList(listFields(document.components['schemas']?.['Envelope'] as Schema, document))
}

/** Renders the meaning of a status; codes are explained once for all operations. */
function statusMeaning(description: string): Html {
  const codes = problemCodes(description)
  return codes.length > 0
    ? html`<code>${codes.map(({ code }) => code).join(', ')}</code>`
    : html`${richLine(description)}`
}

/** Renders an example of the successful response; the script replaces it with the response of the server. */
export function exampleResponse(endpoint: Endpoint, operation: Operation, document: ApiDocument): Html {
  const { status, content } = successOf(operation, document)
  const types = Object.keys(content)
  const [type = ''] = types
  const text = exampleText(endpoint, type, content[type]?.schema, document)
  return html`<p class="returns"><span class="title">Example</span> <small>${status}</small>${types.map((each) => html` <small>${each}</small>`)}</p><pre class="answer" tabindex="0"${text === '' && ' hidden'}>${text}</pre>`
}

function exampleText(
  endpoint: Endpoint,
  type: string,
  schema: Schema | object | undefined,
  document: ApiDocument,
): string {
  if (!schema) return ''
  const example = exampleOf(schema, document)
  if (!/json$/.test(type)) return typeof example === 'string' ? example : ''
  const isEnveloped = (schema as Schema).allOf?.some(isEnvelope)
  return JSON.stringify(isEnveloped ? withSource(example as Envelope<unknown>, endpoint) : example, null, 2)
}

/** Replaces the source by one of the endpoint: all endpoints share the envelope and its example. */
function withSource(example: Envelope<unknown>, { upstreams, recorded }: Endpoint): Envelope<unknown> {
  const [feed] = upstreams
  const own = (example.data as { readonly source?: string } | null)?.source
  const source = feed ? sourceOf(feed, '') : (recorded?.[0]?.label ?? own ?? 'Space-Data')
  return { ...example, source }
}

function successOf({ responses }: Operation, document: ApiDocument) {
  const [status = '', response] = Object.entries(responses).find(([each]) => each.startsWith('2')) ?? []
  return { status, content: (response && resolve<Response>(response, document).content) ?? {} }
}
