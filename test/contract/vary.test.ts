import { once } from 'node:events'
import { request } from 'node:http'
import { listen, nodeCompressor, toNodeListener } from '@space-data/core/node'
import { expect, onTestFinished, test } from 'vitest'
import { elementSets } from '../debris/night/element-sets.ts'
import { feedService, NIGHT } from '../pages/feed-service.ts'
import { endpoints, examplePath } from '../support/table.ts'

const ACCEPTS = ['*/*', 'application/json', 'text/html', 'text/csv, text/plain;q=0.5, application/json;q=0.1']

/** nginx 1.22, for one, keeps the last of several lines, and then serves HTML to who asked for JSON. */
test('no response of any path has Vary in more than one line', async () => {
  const { spaceData, run, key } = await feedService({ compress: nodeCompressor() })
  await run(elementSets(50, Date.parse(NIGHT)))
  const server = await listen(toNodeListener(spaceData), { port: 0 })
  onTestFinished(async () => {
    await server.drain(100)
    await spaceData.close()
  })
  const linesOf = async (path: string, accept: string): Promise<string[]> => {
    const headers = { accept, 'accept-encoding': 'br', 'x-api-key': key }
    const sent = request(server.url + path, { headers, agent: false }).end()
    const [response] = await once(sent, 'response')
    response.destroy()
    const { rawHeaders } = response
    return rawHeaders.filter((_: string, i: number) => rawHeaders[i - 1]?.toLowerCase() === 'vary')
  }
  const seen = new Set<string>()
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    for (const accept of ACCEPTS) {
      const lines = await linesOf(examplePath(endpoint), accept)
      expect([endpoint.path, accept, lines.length]).toEqual([
        endpoint.path,
        accept,
        Math.min(lines.length, 1),
      ])
      for (const line of lines) seen.add(line)
    }
  }
  expect([...seen].sort()).toEqual([
    'Accept',
    'Accept, Accept-Encoding',
    'Accept, Authorization, X-API-Key',
    'Accept, Authorization, X-API-Key, Accept-Encoding',
    'Accept-Encoding',
    'Authorization, X-API-Key',
    'Authorization, X-API-Key, Accept-Encoding',
  ])
})
