import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { answerClientErrors, toNodeListener } from '@space-data/core/node'
import { expect, test } from 'vitest'
import { keepAsking } from '../hostile/keep-alive-client.ts'
import { ping } from '../hostile/requests/odd-request.ts'

test('an idle connection does not retain its last response', async () => {
  const server = createServer()
  const spaceData = createSpaceData({ onError: () => {} })
  const responses: ServerResponse[] = []
  const listener = toNodeListener(spaceData)
  answerClientErrors(server, (request, response: ServerResponse) => {
    responses.push(response)
    listener(request, response)
  })
  const kept: unknown[] = []
  server.on('connection', (socket) => {
    socket.once('close', () => {
      const own = Object.getOwnPropertySymbols(socket).map((symbol) => Reflect.get(socket, symbol))
      kept.push(...own.filter((value) => responses.includes(value as ServerResponse)))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { answered } = await keepAsking(port, ping(), (sent) => sent >= 3)
  await new Promise((resolve) => server.close(resolve))
  await spaceData.close()
  expect({ answered, responses: responses.length, kept }).toEqual({ answered: 3, responses: 3, kept: [] })
})
