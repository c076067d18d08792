import { inspect } from 'node:util'
import { createSpaceData, memory, providers } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sampleFetch } from '@space-data/sample'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { endpoints, examplePath } from '../support/table.ts'

/** There is no option for a provider's key; an operator's own origin is where a secret may be. */
const SECRETS = ['s3cret-t0ken', 'us3r-name', 'p4ss/word', encodeURIComponent('p4ss/word')]
const ORIGINS = {
  'in its path': 'https://proxy.test/s3cret-t0ken/donki',
  'as a user': `https://us3r-name:${encodeURIComponent('p4ss/word')}@proxy.test/`,
}
const paths = endpoints.filter(({ upstreams }) => upstreams.length > 0).map(examplePath)
const sample = sampleFetch(() => new Date())

/** Every way in which a host's `fetch` may fail, some of them quoting what they were asked. */
const fetches: Record<string, typeof fetch> = {
  'the host’s own fetch': (...request) => fetch(...request),
  'a fetch that quotes the address': (input) =>
    Promise.reject(Object.assign(new TypeError(`request to ${input} failed`), { code: 'ECONNRESET' })),
  'a fetch whose cause quotes the address': (input) =>
    Promise.reject(
      new TypeError('fetch failed', { cause: new Error(`connect ${input}`, { cause: `${input}` }) }),
    ),
  'a fetch that quotes the parsed address': async (input) => {
    const url = URL.canParse(String(input)) ? new URL(String(input)) : undefined
    throw new Error(`no route to ${url?.href} (${url?.username}, ${url?.password}, ${url?.pathname})`)
  },
  'an error of the server': async (input) => new Response(`cannot GET ${input}`, { status: 500 }),
  'an answer of no use': async (input) => new Response(`<html>${input}</html>`),
  'a good answer': async (input) => {
    const path = String(input).replace(/^.*?(\/(json|products|NORAD|DONKI|2\.3\.0)\/)/, '$1')
    for (const { origin } of Object.values(providers)) {
      const answer = await sample(origin + path)
      if (answer.ok) return answer
    }
    return new Response('', { status: 500 })
  },
}

describe.each(Object.entries(ORIGINS))('an origin with a secret %s', (_, origin) => {
  const printed: unknown[][] = []
  beforeAll(() => {
    vi.spyOn(console, 'error').mockImplementation((...line) => printed.push(line))
  })
  afterAll(() => {
    vi.restoreAllMocks()
  })

  test.each(Object.entries(fetches))(
    '%s: it is in no response, not at /status and in no log',
    async (name, fetched) => {
      const all = Object.fromEntries(Object.keys(providers).map((id) => [id, origin]))
      const spaceData = createSpaceData({
        features: everything,
        store: memory(),
        fetch: fetched,
        upstreams: all,
      })
      printed.length = 0
      let said = ''
      for (const path of [...paths, '/status', '/ref/sources', '/ref/endpoints', '/openapi.json']) {
        const answer = await spaceData.handleAsOperator(new Request(`http://space-data.test${path}`))
        said += `${path} ${answer.status} ${inspect([...answer.headers])} ${await answer.text()}\n`
      }
      await spaceData.close()
      const logged = printed
        .map((line) => line.map((part) => inspect(part, { depth: 20 })).join(' '))
        .join('\n')
      const stacks = printed.flat().map(stackOf).join('\n')
      for (const secret of SECRETS) {
        expect(said).not.toContain(secret)
        expect(logged + stacks).not.toContain(secret)
      }
      if (name !== 'a good answer') expect(logged).toMatch(/swpc-|donki-|celestrak-/)
    },
  )
})

test('an origin that is not a URL is rejected without being quoted', () => {
  const create = () =>
    createSpaceData({ features: everything, upstreams: { donki: 'htp:/s3cret-t0ken donki' } })
  expect(create).toThrow(/^(?!.*s3cret).*upstreams\.donki must be an http or https URL/)
})

test('redacted errors keep names, codes and causes', async () => {
  const errors: unknown[] = []
  const spaceData = createSpaceData({
    features: everything,
    fetch: fetches['a fetch that quotes the address']!,
    upstreams: { donki: 'https://proxy.test/s3cret-t0ken/donki' },
    onError: (error) => errors.push(error),
  })
  await spaceData.handleAsOperator(new Request('http://space-data.test/v1/events/recent'))
  const told = inspect(errors, { depth: 20 })
  expect(told).toContain('request to …/DONKI/WS/get/CME?')
  expect(told).toContain('ECONNRESET')
})

function stackOf(error: unknown): string {
  return error instanceof Error ? `${error.stack}\n${stackOf(error.cause)}` : String(error)
}
