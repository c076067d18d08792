import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { describeError } from '#kit/errors'

/** Metrics as they are now, in the Prometheus text format. */
export interface MetricsSource {
  readonly contentType: string
  read(): Promise<string>
}

/** Serves `/metrics`. Failures are logged and answered with 500. */
export function metricsListener(
  { contentType, read }: MetricsSource,
  onErrorLine: (line: string) => void,
): RequestListener {
  return (request, response) => {
    serveMetrics(request, response).catch((error) => {
      onErrorLine(`the metrics could not be read: ${describeError(error)}`)
      respond(response, 500, 'The metrics could not be read; see the log.\n')
    })
  }

  async function serveMetrics(
    { method, url = '/' }: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const [path] = url.split('?')
    if (path !== '/metrics') return respond(response, 404, 'The metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return respond(response, 405, 'Use GET or HEAD.\n')
    }
    respond(response, 200, await read(), contentType)
  }
}

function respond(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}
