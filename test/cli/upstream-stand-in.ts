import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { feedCases } from '../faults/upstream-feeds.ts'

interface UpstreamStandIn {
  /** The flags that make a command ask it instead of every provider. */
  readonly flags: readonly string[]
  readonly asked: string[]
  /** Answers of a feed from now on, by its id: a status, or a body. */
  readonly broken: Record<string, number | string>
  /** Answers nothing until it is released. */
  hold(): () => void
}

/** All providers in one, on loopback, answering well what a check asks. */
export async function upstreamStandIn(): Promise<UpstreamStandIn> {
  const asked: string[] = []
  const broken: Record<string, number | string> = {}
  let held: Promise<void> | undefined
  const server = createServer(async (request, response) => {
    const address = request.url ?? ''
    asked.push(address)
    await held
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
  const providers = ['swpc', 'celestrak', 'launch-library', 'donki']
  return {
    flags: providers.flatMap((provider) => ['--upstream', `${provider}=${origin}`]),
    asked,
    broken,
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
  }
}
