import { type Endpoint, isStream } from '#endpoint/endpoint'
import { exampleBody, examplePath } from '#endpoint/openapi/example-request'
import { type Html, html, trusted } from '#endpoint/page/html'

/** Placeholder for the server's origin. The script fills it in; without script it is a shell variable. */
export const ORIGIN = trusted('<span class="origin">$SPACE_DATA</span>')

/** Placeholder for the visitor's key. The script fills it in; without script it is a shell variable. */
export const KEY = trusted('<span class="own-key">$SPACE_DATA_KEY</span>')

/** Renders the path of an endpoint's example, which the script of the reference replaces. */
export function requestPath(endpoint: Endpoint): Html {
  return html`<span class="request-path">${examplePath(endpoint)}</span>`
}

/** Renders a curl command that requests the example of an endpoint. */
export function curlExample(endpoint: Endpoint): Html {
  const { method, access, requestBody, success } = endpoint
  const url = html` "${ORIGIN}${requestPath(endpoint)}"`
  const header = access === 'key' && html` -H "x-api-key: ${KEY}"`
  const verb = method !== 'GET' && ` -X ${method}`
  const example = exampleBody(endpoint)
  const body = example !== undefined && ` -H 'content-type: application/json' -d '${JSON.stringify(example)}'`
  const isBinary = 'application/octet-stream' in success.content
  const command =
    requestBody === 'bytes'
      ? html`head -c 100000 /dev/zero | curl --data-binary @-${url}`
      : html`curl${isStream(endpoint) && ' -N'}${verb}${isBinary && ' -o /dev/null'}${header}${body}${url}`
  return html`<pre class="curl" tabindex="0">${command}</pre>`
}
