import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { providers } from '@space-data/core'
import { onTestFinished } from 'vitest'
import { feedCases } from '../faults/upstream-feeds.ts'

interface UpstreamStandIn {
  /** Flags that point every provider at the stand-in. */
  readonly flags: readonly string[]
  readonly asked: string[]
  /** Faults by feed id: a status or a body. */
  readonly broken: Record<string, number | string>
}

/** Starts all providers on loopback with valid responses. */
export async function upstreamStandIn(): Promise<UpstreamStandIn> {
  const asked: string[] = []
  const broken: Record<string, number | string> = {}
  const server = createServer((request, response) => {
    const address = request.url ?? ''
    asked.push(address)
    const here = feedCases.filter(({ at }) => address.includes(at))
    const feed = here.find(({ id }) => id in broken) ?? here[0]
    const fault = feed && broken[feed.id]
    response.statusCode = typeof fault === 'number' ? fault : feed ? 200 : 404
    response.end(typeof fault === 'string' ? fault : feed?.body(Date.now()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    flags: Object.keys(providers).flatMap((provider) => ['--upstream', `${provider}=${origin}`]),
    asked,
    broken,
  }
}
