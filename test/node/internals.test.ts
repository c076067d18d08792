import asyncHooks from 'node:async_hooks'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepTicksFast, stopParsing } from '../../packages/core/src/adapters/node/internals.ts'
import { PATIENCE_MS } from '../support/patience.ts'

/** Collections of an idle server, after which V8 has dropped what nothing refers to. */
const COLLECTIONS = 8

test('the tick that is kept has the hidden class of those created after idle collections', async () => {
  setFlagsFromString('--allow-natives-syntax')
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const haveSameClass = new Function('a', 'b', 'return %HaveSameMap(a, b)') as (...ticks: object[]) => boolean
  const taken = vi.spyOn(asyncHooks, 'executionAsyncResource')
  onTestFinished(() => taken.mockRestore())
  vi.resetModules()
  const fresh = await import('../../packages/core/src/adapters/node/internals.ts')
  fresh.keepTicksFast()
  fresh.keepTicksFast()
  const before = await currentTick()
  const kept = taken.mock.results[0]?.value as object
  for (let i = 0; i < COLLECTIONS; i += 1) {
    collect()
    await new Promise(setImmediate)
  }
  const after = await currentTick()
  expect([haveSameClass(kept, before), haveSameClass(kept, after)]).toEqual([true, true])
  expect(kept).not.toBe(after)
})

/** Returns the object of a tick that is created now. */
function currentTick(): Promise<object> {
  return new Promise((resolve) => process.nextTick(() => resolve(asyncHooks.executionAsyncResource())))
}

test('a parser that is stopped passes on none of the requests that it has read already', async () => {
  let passed = 0
  const server = createServer((request, response) => {
    passed += 1
    if (passed === 3) stopParsing(request.socket)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(1_000))
  await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(3), PATIENCE_MS)
  expect(passed).toBe(3)
})

test('a socket without a parser is destroyed', () => {
  const destroy = vi.fn()
  stopParsing({ destroy } as unknown as Socket)
  expect(destroy).toHaveBeenCalledOnce()
})

test('a runtime without Node’s modules keeps no tick', () => {
  vi.stubGlobal('process', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(keepTicksFast).not.toThrow()
})
