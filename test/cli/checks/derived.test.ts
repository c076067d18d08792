import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { expect, onTestFinished, test } from 'vitest'
import { keys } from '../../../packages/cli/src/doctor/groups/keys.ts'
import { findSignatureFault } from '../../../packages/cli/src/doctor/signature-fault.ts'
import { Target } from '../../../packages/cli/src/doctor/target.ts'
import { radioFlux } from '../../support/own-endpoint.ts'
import { withReceivers } from '../../support/receivers.ts'
import { endpoints } from '../../support/table.ts'

const checkOf = ({ checks }: typeof keys, id: string) => checks.find((check) => check.id === id)!

/** An instance with an endpoint that doctor was not written for, which may forget to ask for the key. */
async function served(isForgetful: boolean): Promise<string> {
  const spaceData = createSpaceData({
    fetch: sampleFetch(() => new Date()),
    endpoints: [radioFlux],
    ...withReceivers(),
    onError() {},
  })
  const listener = toNodeListener(spaceData)
  const server = createServer((request, response) => {
    if (isForgetful && request.url === radioFlux.path) response.end('{}')
    else listener(request, response)
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
