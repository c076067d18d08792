import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { expect, onTestFinished, test } from 'vitest'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import { findSignatureFault } from '../../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../../packages/cli/src/doctor/target.ts'
import { radioFlux } from '../../support/own-endpoint.ts'
import { withReceivers } from '../../support/receivers.ts'
import { endpoints } from '../../support/table.ts'

const KP = '/v1/space-weather/kp'
const checkOf = ({ checks }: typeof keys, id: string) => checks.find((check) => check.id === id)!

/** An instance with an endpoint that doctor was not written for, which may forget to ask for the key. */
async function served(
  isForgetful: boolean,
  anonymous = 0,
  spoil: (response: ServerResponse) => void = () => {},
): Promise<string> {
  const spaceData = createSpaceData({
    features: everything,
    fetch: sampleFetch(() => new Date()),
    endpoints: [radioFlux],
    anonymous,
    ...withReceivers(),
    onError() {},
  })
  const listener = toNodeListener(spaceData)
  const server = createServer((request, response) => {
    if (isForgetful && request.url === radioFlux.path) response.end('{}')
    else {
      if (request.url === KP && request.headers['x-api-key'] === undefined) spoil(response)
      listener(request, response)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await spaceData.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('every path that the document says needs a key is requested without one, a new one, too', async () => {
  const missing = checkOf(keys, 'keys.missing')
  const sound = new Target(await served(false), { findSignatureFault })
  expect(await missing.run(sound)).toEqual([])
  const requested = sound.exchanges
    .filter(({ status }) => status === 401)
    .map(({ path }) => path.split('?')[0])
  const keyed = endpoints.filter(({ access, method, path }) => {
    return access === 'key' && method === 'GET' && !path.includes('{')
  })
  expect(keyed.length).toBeGreaterThan(20)
  expect(requested).toEqual(expect.arrayContaining([...keyed.map(({ path }) => path), radioFlux.path]))

  expect(await missing.run(new Target(await served(true), { findSignatureFault }))).toEqual([
    `GET ${radioFlux.path}: 200, expected 401 missing_key`,
  ])
})

test('where a key is optional, a response without one is private and has what is left', async () => {
  const optional = checkOf(keys, 'keys.optional')
  const run = async (...[anonymous, spoil]: readonly [number, ((response: ServerResponse) => void)?]) =>
    optional.run(new Target(await served(false, anonymous, spoil), { findSignatureFault }))
  /** Replaces a header, or removes it, as the response is sent. */
  const set = (name: string, value?: string) => (response: ServerResponse) => {
    const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
    response.writeHead = (status: number, ...rest: unknown[]) => {
      const given = rest.at(-1) as string[]
      const at = given.indexOf(name)
      return writeHead(status, [
        ...given.slice(0, at),
        ...(value === undefined ? [] : [name, value]),
        ...given.slice(at + 2),
      ])
    }
  }
  expect(await run(0)).toEqual([])
  expect(await run(5)).toEqual([])
  expect(await run(5, set('cache-control', 'public, max-age=60'))).toEqual([
    `GET ${KP}: Cache-Control: public, max-age=60`,
  ])
  expect(await run(5, set('ratelimit'))).toEqual([`GET ${KP}: RateLimit: none`])
  expect(await run(5, set('ratelimit', '"day";r=4;t=5'))).toEqual([`GET ${KP}: RateLimit: "day";r=4;t=5`])
})
