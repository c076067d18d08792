import type { Endpoint } from '#endpoint/endpoint'
import { exampleBody } from '#endpoint/openapi/example-request'
import { type Html, html } from '#endpoint/page/html'
import { curlExample, KEY, ORIGIN, requestPath } from '#site/curl-example'

/** Renders how to send the example request of an endpoint, in curl, Python and JavaScript: one is open. */
export function codeExamples(endpoint: Endpoint): Html {
  const { operationId, requestBody } = endpoint
  const body = exampleBody(endpoint)
  const tabs: readonly (readonly [string, Html])[] = [
    ['curl', curlExample(endpoint)],
    ...(requestBody === 'bytes'
      ? []
      : ([
          ['Python', pythonExample(endpoint, body)],
          ['JavaScript', javascriptExample(endpoint, body)],
        ] as const)),
  ]
  return html`<div class="codes">${tabs.map(([name, code], i) => html`<details name="code-${operationId}"${i === 0 && html` open`}><summary><span>${name}</span></summary>${code}</details>`)}</div>`
}

function pythonExample(endpoint: Endpoint, body: unknown): Html {
  const { method, access } = endpoint
  const headers = access === 'key' && html`, headers={"x-api-key": "${KEY}"}`
  const json = body !== undefined && html`, json=${pythonOf(body)}`
  return html`<pre tabindex="0">import requests

response = requests.${method.toLowerCase()}("${ORIGIN}${requestPath(endpoint)}"${headers}${json})
response.raise_for_status()
print(response.text)</pre>`
}

/** Writes a JSON value as Python has it. */
function pythonOf(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(',')}]`
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${pythonOf(each)}`)
  return `{${entries.join(',')}}`
}

function javascriptExample(endpoint: Endpoint, body: unknown): Html {
  const { method, access } = endpoint
  const headers = [
    ...(access === 'key' ? [html`'x-api-key': '${KEY}'`] : []),
    ...(body === undefined ? [] : [html`'content-type': 'application/json'`]),
  ]
  const options = [
    ...(method === 'GET' ? [] : [html`  method: '${method}',\n`]),
    ...(headers.length > 0
      ? [html`  headers: { ${headers.map((each, i) => html`${i > 0 && ', '}${each}`)} },\n`]
      : []),
    ...(body === undefined ? [] : [html`  body: JSON.stringify(${JSON.stringify(body)}),\n`]),
  ]
  const init = options.length > 0 && html`, {\n${options}}`
  return html`<pre tabindex="0">const response = await fetch('${ORIGIN}${requestPath(endpoint)}'${init})
if (!response.ok) throw new Error((await response.json()).message)
console.log(await response.text())</pre>`
}
