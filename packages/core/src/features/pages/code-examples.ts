import { pythonOf } from '@space-data/charts/text'
import { curlExample, KEY, ORIGIN, requestBody, requestPath } from '#features/pages/curl-example'
import { exampleBody, examplePath } from '#features/pages/docs/example-request'
import { type Html, html } from '#features/shared/page/html'
import type { AnyEndpoint } from '#kernel/endpoint/endpoint'

/**
 * Renders a request to an endpoint in curl, Python and JavaScript, one of them open.
 * @param path Default: the path of the example.
 */
export function codeExamples(endpoint: AnyEndpoint, path = examplePath(endpoint)): Html {
  const { operationId } = endpoint
  const body = exampleBody(endpoint)
  const tabs: readonly (readonly [string, Html])[] = [
    ['curl', curlExample(endpoint, path)],
    ...(endpoint.requestBody === 'bytes'
      ? []
      : ([
          ['Python', pythonExample(endpoint, path, body)],
          ['JavaScript', javascriptExample(endpoint, path, body)],
        ] as const)),
  ]
  return html`<div class="codes">${tabs.map(([name, code], i) => html`<details name="code-${operationId}"${i === 0 && html` open`}><summary><span>${name}</span></summary>${code}</details>`)}</div>`
}

function pythonExample(endpoint: AnyEndpoint, path: string, body: unknown): Html {
  const { method, access } = endpoint
  const headers = access === 'key' && html`, headers={"x-api-key": "${KEY}"}`
  const json = body !== undefined && html`, json=${requestBody('python', pythonOf(JSON.stringify(body)))}`
  return html`<pre tabindex="0">import requests

response = requests.${method.toLowerCase()}("${ORIGIN}${requestPath(path)}"${headers}${json})
response.raise_for_status()
print(response.text)</pre>`
}

function javascriptExample(endpoint: AnyEndpoint, path: string, body: unknown): Html {
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
    ...(body === undefined
      ? []
      : [html`  body: JSON.stringify(${requestBody('json', JSON.stringify(body))}),\n`]),
  ]
  const init = options.length > 0 && html`, {\n${options}}`
  return html`<pre tabindex="0">const response = await fetch('${ORIGIN}${requestPath(path)}'${init})
if (!response.ok) throw new Error((await response.json()).message)
console.log(await response.text())</pre>`
}
