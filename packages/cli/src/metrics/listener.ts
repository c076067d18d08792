import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { inOneLine } from '#failure'
import type { Present } from '#metrics/present'

/** Answers `/metrics` in Prometheus' text format; a page that fails is a 500 and a line in the log, and nothing else. */
export function metricsListener(
  registry: Registry,
  present: Present,
  tell: (line: string) => void,
): RequestListener {
  return (request, response) => {
    page(request, response).catch((error) => {
      tell(`the metrics cannot be told: ${inOneLine(error)}`)
      say(response, 500, 'The metrics cannot be told; the log says why.\n')
    })
  }

  async function page({ method, url = '/' }: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path] = url.split('?')
    if (path !== '/metrics') return say(response, 404, 'The metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return say(response, 405, 'GET and HEAD are all there is.\n')
    }
    await present.refresh()
    say(response, 200, await registry.metrics(), registry.contentType)
  }
}

function say(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
