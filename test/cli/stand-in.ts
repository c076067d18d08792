import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createSpaceData, type WholeSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { nodeCompressor } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { elementSets } from '../debris/night/element-sets.ts'
import { quickPool } from '../debris/night/support.ts'
import { withReceivers } from '../support/receivers.ts'
import { plenty, readBody } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'

/** An outgoing response, which a fault may change. */
export interface CacheResult {
  readonly method: string
  readonly path: string
  readonly asked: Readonly<IncomingMessage['headers']>
  status: number
  headers: Headers
  body: string
}

export type Fault = (served: CacheResult) => void

/** Starts our own service on sample upstreams, after a run with few objects, behind a fault. */
export async function standIn(): Promise<StandIn> {
  const spaceData = createSpaceData({
    features: everything,
    fetch: sampleFetch(() => new Date()),
    limits: plenty,
    compress: nodeCompressor(),
    compat: ['celestrak', 'swpc', 'open-notify'],
    securityContact: 'mailto:security@space-data.test',
    signing,
    ...withReceivers(),
    onError() {},
  })
  const catalogue = { elementSets: elementSets(400, Date.now()), source: 'test', fetchedAt: Date.now() }
  await spaceData.jobs.shells.run({ catalogue, pool: () => quickPool() })
  const { key } = await spaceData.keys.issue({ tier: 'pro', label: 'doctor' })
  let fault: Fault = () => {}
  // A test that computes for seconds must not find its connection closed.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const served = await answer(request, spaceData)
    fault(served)
    served.headers.set('content-length', String(Buffer.byteLength(served.body, 'latin1')))
    if (served.status === 304 || served.status === 204) served.headers.delete('content-length')
    const late = served.headers.get('x-late-length')
    if (late !== null) served.headers.set('content-length', late)
    served.headers.delete('x-late-length')
    response.writeHead(served.status, [...served.headers].flat())
    response.end(request.method === 'HEAD' ? undefined : Buffer.from(served.body, 'latin1'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key,
    breakBy: (next) => {
      fault = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await spaceData.close()
    },
  }
}

export interface StandIn {
  readonly url: string
  readonly key: string
  breakBy(fault: Fault): void
  close(): Promise<void>
}

/** Handles HEAD as GET, so that a fault in the body also changes the length of HEAD. */
async function answer(request: IncomingMessage, spaceData: WholeSpaceData): Promise<CacheResult> {
  const { method = 'GET', url: path = '/', headers: asked } = request
  const body = await buffer(request)
  const headers = Object.entries(asked).filter(([name]) => name !== 'host') as [string, string][]
  const response = await spaceData.handle(
    new Request(`http://stand.in${path}`, {
      method: method === 'HEAD' ? 'GET' : method,
      headers,
      ...(method === 'POST' && { body }),
    }),
    { ip: '192.0.2.7' },
  )
  return {
    method,
    path,
    asked,
    status: response.status,
    headers: new Headers(response.headers),
    body: Buffer.from(await readBody(response)).toString('latin1'),
  }
}

/** Edits the JSON of successful responses. */
export function edited(served: CacheResult, edit: (json: Edited) => void): void {
  if (served.status !== 200 || served.headers.has('content-encoding')) return
  if (!served.headers.get('content-type')?.startsWith('application/json')) return
  const json = JSON.parse(Buffer.from(served.body, 'latin1').toString())
  edit(json)
  served.body = Buffer.from(JSON.stringify(json)).toString('latin1')
}

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of every shape
type Edited = any
