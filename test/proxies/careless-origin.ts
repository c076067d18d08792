import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { directly, type SharedCache } from '../support/proxies.ts'

/**
 * The same origin, but without a word on who may keep what: what a matrix that finds nothing would find here.
 */
export async function carelessOrigin(origin: SharedCache): Promise<SharedCache & { readonly url: string }> {
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const body = String(await buffer(request))
    const reply = await origin.ask(request.url ?? '/', {
      method: request.method ?? 'GET',
      headers,
      ...(body && { body }),
    })
    const { vary: _, 'cache-control': control = '', ...rest } = reply.headers
    const age = /max-age=\d+/.exec(control)?.[0]
    response.writeHead(reply.status, { ...rest, ...(age && { 'cache-control': `public, ${age}` }) })
    response.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = directly(url)
  return {
    url,
    ask: client.ask,
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
