import { expect, test } from 'vitest'
import { isHealthy, startNode } from '../hostile/servers.ts'
import { exchange } from '../hostile/wire.ts'

test('what is no request is refused, and the server goes on', async () => {
  await using server = await startNode()
  const { port } = server
  expect((await exchange(port, '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03')).outcome).toBe('400')
  expect((await exchange(port, 'GET / HTTP/1.1\r\n\r\n')).outcome).toBe('400')
  const smuggled =
    'POST /v1/keys HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect((await exchange(port, smuggled)).outcome).toBe('400')
  expect(await isHealthy(server)).toBe(true)
  expect(await server.stop('SIGTERM')).toBe(0)
})
