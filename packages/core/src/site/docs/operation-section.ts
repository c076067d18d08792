import { type Endpoint, isStream } from '#endpoint/endpoint'
import { exampleBody } from '#endpoint/openapi/example-request'
import { type Html, html } from '#endpoint/page/html'
import { codeExamples } from '#site/code-examples'
import {
  type ApiDocument,
  type Operation,
  type Parameter,
  type Response,
  resolve,
  type Schema,
} from '#site/docs/document'
import { fieldTable, listFields, typeOf } from '#site/docs/fields'

/** Renders one operation: what it is, its parameters, how to ask, what comes back. */
export function operationSection(endpoint: Endpoint, operation: Operation, document: ApiDocument): Html {
  const { method, path, access, isIncludedIn } = endpoint
  const need = access !== 'key' ? 'no key' : isIncludedIn ? 'key, some tiers' : 'key'
  return html`<section class="operation" id="${operation.operationId}" data-method="${method}" data-path="${path.slice(1)}" data-access="${access === 'key' ? 'key' : 'open'}" data-words="${`${path} ${operation.summary}`.toLowerCase()}"><h3><a href="#${operation.operationId}">${operation.summary}</a></h3>
<p class="target"><span class="method">${method}</span> <code>${path}</code> <span class="need">${need}</span></p>
<p class="meaning">${withCode(operation.description)}</p>
${parameters(operation, document)}
${codeExamples(endpoint)}
${tryControls(endpoint)}
${responses(operation, document)}</section>`
}

/** Marks what stands in backticks as code. */
function withCode(text: string): Html[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

function parameters(operation: Operation, document: ApiDocument): Html | null {
  const all = (operation.parameters ?? [])
    .map((each) => resolve(each, document))
    .filter(({ in: place }) => place !== 'header')
  if (all.length === 0) return null
  return html`<fieldset class="parameters"><legend>Parameters</legend>${all.map((each) => parameterField(each, operation.operationId, document))}</fieldset>`
}

function parameterField(parameter: Parameter, operationId: string, document: ApiDocument): Html {
  const { name, in: place, required, description, schema } = parameter
  const id = `${operationId}-${name}`
  const example = schema.examples?.[0] ?? schema.enum?.[0] ?? ''
  // What is required has its example as its value, so that the request can be sent at once.
  return html`<div class="parameter"><label for="${id}"><code>${name}</code>${required && html` <span class="need">required</span>`}</label>${
    schema.enum
      ? html`<select id="${id}" data-name="${name}" data-in="${place}">${!required && html`<option value=""></option>`}${schema.enum.map((value) => html`<option>${String(value)}</option>`)}</select>`
      : html`<input id="${id}" data-name="${name}" data-in="${place}" autocomplete="off" spellcheck="false"${required && html` value="${String(example)}"`} placeholder="${String(example)}">`
  }<p class="meaning">${description}. ${typeOf(schema, document)}${boundsOf(schema)}</p></div>`
}

function boundsOf({ minimum, maximum }: Schema): string {
  if (minimum === undefined || maximum === undefined) return ''
  return `, ${minimum} to ${maximum}`
}

/** Renders what sends the request; not for streams and for bodies of bytes, which a page cannot show. */
function tryControls(endpoint: Endpoint): Html | null {
  if (isStream(endpoint) || endpoint.requestBody === 'bytes') return null
  const body = exampleBody(endpoint)
  const id = `${endpoint.operationId}-body`
  return html`<div data-live hidden>${
    body !== undefined &&
    html`<label for="${id}">Body, JSON</label><textarea id="${id}" rows="4" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea>`
  }<button type="button" class="send">Try it</button><span class="verdict" role="status"></span><pre class="answer" tabindex="0" hidden></pre></div>`
}

function responses(operation: Operation, document: ApiDocument): Html {
  const all = Object.entries(operation.responses).map(
    ([status, each]) => [status, resolve<Response>(each, document)] as const,
  )
  const success = all.find(([status]) => status.startsWith('2'))?.[1]
  const json = success?.content?.['application/json']?.schema
  const types = Object.keys(success?.content ?? {})
  return html`<details><summary><span>Responses</span></summary><div class="answers"><ul class="statuses">${all.map(
    ([status, { description }]) => html`<li><code>${status}</code> ${withCode(description)}</li>`,
  )}</ul>${types.length > 0 && html`<p class="meaning">Media types of the ${all[0]?.[0] ?? '200'}: ${types.join(', ')}</p>`}
${json && fieldTable(listFields(resolve<Schema>(json, document), document), `Fields of ${operation.summary}`)}</div></details>`
}
