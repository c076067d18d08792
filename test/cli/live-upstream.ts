import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'

/** Starts a provider on loopback, which the listener answers for. */
export async function standIn(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: string[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    open.add(response)
    response.once('close', () => open.delete(response))
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** How many requests are not answered yet. */
    openCount: () => open.size,
    /** Waits until a path has been requested. */
    isAsked: (path: RegExp) => expect.poll(() => asked.join('\n'), { interval: 10 }).toMatch(path),
  }
}

/** Flags of a live server whose only upstream is a CelesTrak on loopback. */
export function celestrakAt(url: string): string[] {
  const others = ['swpc', 'gfz', 'launch-library', 'donki'].map((id) => `${id}=http://127.0.0.1:9`)
  return [`celestrak=${url}`, ...others].flatMap((upstream) => ['--upstream', upstream])
}
