import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints, examplePath } from '../support/table.ts'

const JSON_CLIENT = { headers: { accept: 'application/json' } }
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('a JSON client gets an index of all endpoints', async () => {
  const { ask, get } = await testService({ signing })
  const { status, json, headers } = await ask('GET', '/', { accept: 'application/json' })
  expect(status).toBe(200)
  expect(json.source).toBe('Space-Data')
  const { endpoints: rows, links, name, version } = json.data
  expect(name).toBe('Space-Data')
  const document = (await get('/openapi.json')).json
  expect(version).toBe(document.info.version)
  expect(rows).toHaveLength(endpoints.length)
  expect(rows).toContainEqual({
    method: 'GET',
    path: '/v1/space-weather/kp',
    summary: 'Latest planetary K index',
    access: 'key',
    ttl_seconds: 900,
  })
  for (const link of ['openapi', 'status', 'reference', 'tiers'])
    expect((await get(links[link])).status, link).toBe(200)
  expect(headers.get('cache-control')).toBe('public, max-age=3600')
})

test('links include the base path, paths of endpoints do not', async () => {
  const { spaceData } = await testService({ base: '/space' })
  const { data } = await (await spaceData.handle(new Request('http://x.test/space', JSON_CLIENT))).json()
  expect(data.links.status).toBe('/space/status')
  expect(data.endpoints[0].path).toBe('/v1/keys')
})

test.each([
  [undefined, 'text/plain'],
  ['*/*', 'text/plain'],
  ['application/json', 'application/json'],
  ['text/html;q=0.5, application/json', 'application/json'],
  [BROWSER.accept, 'text/html'],
])('Accept: %s gets %s, with Vary: Accept', async (accept, type) => {
  const { ask } = await testService()
  const { headers } = await ask('GET', '/', accept ? { accept } : {})
  expect(headers.get('content-type')).toContain(type)
  expect(headers.get('vary')).toBe('Accept')
})

test('an unacceptable type is 406, HEAD has no body, POST is 405, and a current ETag is 304', async () => {
  const { ask } = await testService()
  expect((await ask('GET', '/', { accept: 'image/png' })).status).toBe(406)
  const head = await ask('HEAD', '/', BROWSER)
  expect([head.status, head.text]).toEqual([200, ''])
  expect((await ask('POST', '/')).status).toBe(405)
  const etag = head.headers.get('etag') ?? ''
  expect((await ask('GET', '/', { ...BROWSER, 'if-none-match': etag })).status).toBe(304)
})

test('the page allows its own style and script by hash, and contains no other', async () => {
  const { ask } = await testService()
  const { text, headers } = await ask('GET', '/', BROWSER)
  const policy = headers.get('content-security-policy') ?? ''
  const hashOf = (words = '') => `'sha256-${createHash('sha256').update(words).digest('base64')}'`
  expect(policy).toContain(`style-src ${hashOf(/<style>([\s\S]*?)<\/style>/.exec(text)?.[1])}`)
  expect(policy).toContain(`script-src ${hashOf(/<script>([\s\S]*?)<\/script>/.exec(text)?.[1])}`)
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(text.match(/<script/g)).toHaveLength(1)
  expect(text).not.toMatch(/ style=| on\w+=|src=/)
})

test('the page has a tile for each kind of data', async () => {
  const { ask } = await testService({ signing })
  const { text } = await ask('GET', '/', BROWSER)
  const requestOf = (endpoint: (typeof endpoints)[number]) =>
    `$SPACE_DATA</span><span class="request-path">${examplePath(endpoint).replaceAll('&', '&amp;')}</span>`
  const tiles = text.match(/<li class="card tile">[\s\S]*?<\/li>/g) ?? []
  expect(tiles).toHaveLength(8)
  for (const tile of tiles) {
    const path = /<summary><code>([^<]*)</.exec(tile)?.[1]
    const endpoint = endpoints.find((each) => each.path === path && each.method === 'GET')
    expect(endpoint && tile).toContain(endpoint && requestOf(endpoint))
    const page = /<h2><a href="\.([^"]*)"/.exec(tile)?.[1]
    expect(endpoints.map((each) => each.path)).toContain(page)
  }
})

test('the page echoes nothing of the request', async () => {
  const { ask } = await testService()
  const { text } = await ask('GET', '/?marker-of-mine', { ...BROWSER, 'user-agent': 'marker-of-mine' })
  expect(text).not.toContain('marker-of-mine')
})

test('under a base path every link of the front page and of the status page starts with it', async () => {
  const { spaceData } = await testService({ base: '/space' })
  for (const path of ['/space/status', '/space', '/space/']) {
    const response = await spaceData.handle(new Request(`http://x.test${path}`, { headers: BROWSER }))
    const html = (await response.text()).replace(/<script>[\s\S]*?<\/script>/g, '')
    const links = [...html.matchAll(/(?:href|action|data-root)="(?!data:|#)([^"]*)"/g)].map(
      ([, link]) => link,
    )
    expect(links.length, path).toBeGreaterThan(4)
    expect(
      links.filter((link) => !link?.startsWith('/space/')),
      path,
    ).toEqual([])
  }
})
