import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

test.each([
  ['GET', '/nowhere/at/all', 404, 'not_found'],
  ['GET', '/v1/space-weather/kp', 401, 'missing_key'],
  ['GET', '/v1/tle/x%20y', 400, 'invalid_parameter'],
  ['POST', '/status', 405, 'method_not_allowed'],
])(
  '%s %s is %i %s: a page for a browser, with the headers of the JSON',
  async (method, path, status, code) => {
    const { ask } = await testService()
    const json = await ask(method, path)
    expect([json.status, json.json.error]).toEqual([status, code])
    const page = await ask(method, path, BROWSER)
    expect(page.status).toBe(status)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('vary')).toContain('Accept')
    expect(page.text).toMatch(new RegExp(`HTTP ${status}.*${code}`))
    for (const name of ['cache-control', 'allow', 'www-authenticate', 'access-control-allow-origin'])
      expect(page.headers.get(name), name).toBe(json.headers.get(name))
    // Links do not depend on how deep the path is.
    expect(page.text).toContain('href="/docs"')
    const main = /<main[\s\S]*<\/main>/.exec(page.text)?.[0] ?? ''
    expect(main.match(/<a /g)).toHaveLength(1)
    const title = /<h1>(.*)<\/h1>/.exec(main)?.[1]
    expect(main).not.toContain(`<p>${title}.`)
    const style = /<style>([\s\S]*)<\/style>/.exec(page.text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(page.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  },
)

test.each([
  [undefined],
  ['*/*'],
  ['application/json'],
  ['application/json, text/html'],
  ['text/html;q=0.5, */*'],
  ['text/plain'],
])('Accept: %s gives JSON', async (accept) => {
  const { ask } = await testService()
  const { headers, json } = await ask('GET', '/nowhere', accept ? { accept } : {})
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(json.error).toBe('not_found')
})

test('HEAD has the headers of the page and no body', async () => {
  const { ask } = await testService()
  const [get, head] = [await ask('GET', '/nowhere', BROWSER), await ask('HEAD', '/nowhere', BROWSER)]
  expect([head.status, head.text]).toEqual([404, ''])
  for (const name of ['content-type', 'content-length'])
    expect(head.headers.get(name)).toBe(get.headers.get(name))
})

test('429 and 503 say when to retry, and the page echoes nothing of the request', async () => {
  const { ask, get } = await testService({
    limits: { refusedPerMinute: 1 },
    fetch: () => Promise.reject(new TypeError('away')),
  })
  const down = await get('/v1/launches/upcoming', BROWSER)
  expect(down.status).toBe(503)
  expect(down.text).toMatch(/unavailable.*Retry in \d+ s/s)
  await ask('GET', '/marker-of-mine', BROWSER)
  const limited = await ask('GET', '/marker-of-mine?x=marker-of-mine', BROWSER)
  expect(limited.status).toBe(429)
  expect(limited.text).toMatch(/Too many requests.*Retry in \d+ s/s)
  expect(limited.text).not.toContain('marker-of-mine')
})

test('under a base the links start with it', async () => {
  const { spaceData } = await testService({ base: '/space' })
  const response = await spaceData.handle(new Request('http://x.test/space/a/b', { headers: BROWSER }))
  expect(response.status).toBe(404)
  const links = [...(await response.text()).matchAll(/href="(?!data:|#)([^"]*)"/g)].map(([, link]) => link)
  expect(links.filter((link) => !link?.startsWith('/space/'))).toEqual([])
})
