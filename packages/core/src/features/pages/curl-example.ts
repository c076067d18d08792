import { exampleBody, examplePath } from '#features/pages/docs/example-request'
import { type Html, html, trusted } from '#features/shared/page/html'
import { type AnyEndpoint, isStream } from '#kernel/endpoint/endpoint'

/** Placeholder for the server's origin. The script fills it in; without script it is a shell variable. */
export const ORIGIN = trusted('<span class="origin">$SPACE_DATA</span>')

/** Placeholder for the visitor's key. The script fills it in; without script it is a shell variable. */
export const KEY = trusted('<span class="own-key">$SPACE_DATA_KEY</span>')

/** Renders the path of a request, which the script of the reference replaces. */
export function requestPath(path: string): Html {
  return html`<span class="request-path">${path}</span>`
}

/**
 * Renders the body of an example in the syntax of a language; the script of the reference replaces it. `json`
 * is also a JavaScript literal; `shell` is JSON between single quotes.
 */
export function requestBody(language: 'shell' | 'python' | 'json', text: string): Html {
  return html`<span class="request-body" data-language="${language}">${text}</span>`
}

/** Renders a curl command that requests an endpoint, at the path of its example by default. */
export function curlExample(endpoint: AnyEndpoint, path = examplePath(endpoint)): Html {
  const { method, access, success } = endpoint
  const url = html` "${ORIGIN}${requestPath(path)}"`
  const header = access === 'key' && html` -H "x-api-key: ${KEY}"`
  const verb = method !== 'GET' && ` -X ${method}`
  const example = exampleBody(endpoint)
  const body =
    example !== undefined &&
    html` -H 'content-type: application/json' -d '${requestBody('shell', JSON.stringify(example))}'`
  const isBinary = Object.keys(success.content)[0] === 'application/octet-stream'
  const command =
    endpoint.requestBody === 'bytes'
      ? html`head -c 100000 /dev/zero | curl --data-binary @-${url}`
      : html`curl${isStream(endpoint) && ' -N'}${verb}${isBinary && ' -o /dev/null'}${header}${body}${url}`
  return html`<pre class="curl" tabindex="0">${command}</pre>`
}
