import { describe, expect, test } from 'vitest'
import { createNodeSender } from '../../packages/core/src/adapters/node/webhook-sender.ts'
import { behaviours, receiver } from './odd-receivers.ts'

const request = (url: string, timeoutMs = 1_000) => ({ url, headers: {}, body: '{}', timeoutMs })
const failing = (code: string, message: string) =>
  createNodeSender({
    allowPrivate: true,
    lookUp: () => Promise.reject(Object.assign(new Error(message), { code })),
  })

describe('nodeSender', () => {
  test('connects to the addresses that were looked up, under the name', async () => {
    const inside = await receiver(behaviours.ok)
    const asked: string[] = []
    const sender = createNodeSender({
      allowPrivate: true,
      async lookUp(name) {
        asked.push(name)
        return ['127.0.0.1']
      },
    })
    const url = `http://hooks.example:${inside.port}/`
    expect((await sender.send(request(url))).status).toBe(200)
    expect(asked).toEqual(['hooks.example'])
    expect(inside.requests[0]).toMatch(new RegExp(`^Host: hooks\\.example:${inside.port}\\r$`, 'im'))
  })

  test('looks a name up for each request, and refuses a receiver when the name changes its mind', async () => {
    const answers = [['8.8.8.8'], ['8.8.8.8', '127.0.0.1'], ['127.0.0.1']]
    const sender = createNodeSender({ allowPrivate: false, lookUp: async () => answers.shift() ?? [] })
    const url = 'https://hooks.example/'
    await sender.check(url)
    for (let i = 0; i < 2; i += 1)
      await expect(sender.send(request(url))).rejects.toMatchObject({ name: 'ReceiverRefusedError' })
    expect(answers).toEqual([])
  })

  test('tries the next address when one is not reachable', async () => {
    const { port } = await receiver(behaviours.ok)
    const sender = createNodeSender({
      allowPrivate: true,
      lookUp: async () => ['127.0.0.2', '::1', '127.0.0.1'],
    })
    expect((await sender.send(request(`http://hooks.example:${port}/`))).status).toBe(200)
  })

  test.each([
    ['ENOTFOUND', 'queryA ENOTFOUND hooks.example', 'name not found'],
    ['ENODATA', 'queryAaaa ENODATA hooks.example', 'name not found'],
    ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN', 'name servers did not respond'],
    ['ESERVFAIL', 'queryA ESERVFAIL hooks.example', 'name servers did not respond'],
    ['ETIMEOUT', 'queryA ETIMEOUT hooks.example', 'name servers did not respond'],
    ['ECONNREFUSED', 'queryA ECONNREFUSED hooks.example', 'name servers did not respond'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443', 'connection refused'],
    ['ENETUNREACH', 'connect ENETUNREACH', 'network unreachable'],
    ['EMFILE', 'open files', 'request failed (EMFILE)'],
    ['bad code', 'at /root/secret', 'request failed'],
  ])('reports %s, %s, as “%s”', async (code, said, message) => {
    const sent = failing(code, said).send(request('http://hooks.example/'))
    await expect(sent).rejects.toMatchObject({ name: 'ReceiverUnreachableError', message })
  })

  test('reports a name without addresses', async () => {
    const sender = createNodeSender({ allowPrivate: false, lookUp: async () => [] })
    await expect(sender.send(request('https://hooks.example/'))).rejects.toThrow('name not found')
  })

  test('ends a look-up that takes too long', async () => {
    let isStopped = false
    const sender = createNodeSender({
      allowPrivate: false,
      lookUp: (_, signal) =>
        new Promise(() => {
          signal.addEventListener('abort', () => {
            isStopped = true
          })
        }),
    })
    await expect(sender.send(request('https://hooks.example/', 50))).rejects.toThrow('timed out after 0.05 s')
    expect(isStopped).toBe(true)
  })

  test('ends a request that its caller cancels, and one that was cancelled before', async () => {
    const silent = await receiver(behaviours.silent)
    const sender = createNodeSender({ allowPrivate: true, lookUp: async () => ['127.0.0.1'] })
    const url = `http://hooks.example:${silent.port}/`
    const caller = new AbortController()
    const sent = sender.send({ ...request(url), signal: caller.signal })
    await expect.poll(() => silent.requests.length).toBe(1)
    caller.abort()
    await expect(sent).rejects.toMatchObject({ name: 'ReceiverUnreachableError', message: 'cancelled' })
    await expect(sender.send({ ...request(url), signal: caller.signal })).rejects.toThrow('cancelled')
    expect(silent.requests.length).toBe(1)
  })

  test('closes each connection, also where the receiver would keep it', async () => {
    const receivers = [await receiver(behaviours['sends without end']), await receiver(behaviours.ok)]
    const sender = createNodeSender({ allowPrivate: true, lookUp: async () => ['127.0.0.1'] })
    for (const { port } of receivers)
      for (let i = 0; i < 3; i += 1) await sender.send(request(`http://hooks.example:${port}/`))
    for (const { connections, open } of receivers) {
      expect(connections()).toBe(3)
      await expect.poll(open).toBe(0)
    }
  })
})
