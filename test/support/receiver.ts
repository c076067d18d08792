import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A request that a receiver got. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly path: string
  readonly message: { readonly id: string; readonly type: string; readonly sequence: number }
}

/** A receiver of webhooks on loopback. */
export interface Receiver {
  readonly url: string
  readonly received: Received[]
  /** Requests that are no pings. */
  readonly alerts: () => Received[]
  /** Decides the next answers; a status, or a handler that answers itself. */
  answer: number | ((request: Received, response: ServerResponse) => void)
}

/** Starts a receiver that answers 204 until it is told otherwise; ended after the test. */
export async function startReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = []
  const receiver: Receiver = {
    url: '',
    received,
    alerts: () => received.filter(({ message }) => message.type !== 'webhook.ping'),
    answer: 204,
  }
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const headers = request.headers as Record<string, string>
    const got = { headers, body, path: request.url ?? '', message: JSON.parse(body) }
    received.push(got)
    if (typeof receiver.answer === 'function') receiver.answer(got, response)
    else response.writeHead(receiver.answer).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port: actual } = server.address() as AddressInfo
  return Object.assign(receiver, { url: `http://127.0.0.1:${actual}/alerts` })
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
