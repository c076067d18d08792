import { createSpaceData } from '@space-data/core'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { signing } from '../support/signing-keys.ts'
import { endpoints } from '../support/table.ts'

test('the API catalogue links to paths without parameters, their description and their health', async () => {
  const { ask } = await testService({ signing })
  const { status, headers, text } = await ask('GET', '/.well-known/api-catalog')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe(
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  )
  const { linkset } = JSON.parse(text)
  expect(linkset[0].anchor).toBe('/.well-known/api-catalog')
  const items = linkset[0].item.map(({ href }: { href: string }) => href)
  const plain = endpoints.map(({ path }) => path).filter((path) => !path.includes('{'))
  expect(items).toEqual([...new Set(plain)].filter((path) => path !== '/.well-known/api-catalog'))
  expect(linkset[1]).toEqual({
    anchor: '/',
    'service-desc': [{ href: '/openapi.json', type: 'application/json' }],
    'service-doc': [{ href: '/', type: 'text/html' }],
    status: [{ href: '/status', type: 'application/json' }],
  })
})

test('HEAD of the catalogue links to it', async () => {
  const { ask } = await testService()
  const { headers, text } = await ask('HEAD', '/.well-known/api-catalog')
  expect(text).toBe('')
  expect(headers.get('link')).toBe(
    '</.well-known/api-catalog>; rel="api-catalog"; type="application/linkset+json"',
  )
})

test('under a base, the catalogue leads there', async () => {
  const { spaceData } = await testService({ base: '/space' })
  const answer = await spaceData.handle(new Request('http://x.test/space/.well-known/api-catalog'))
  const { linkset } = await answer.json()
  expect(linkset[1].anchor).toBe('/space/')
  expect(linkset[1].status).toEqual([{ href: '/space/status', type: 'application/json' }])
})

test('security.txt has a contact, and expires in less than a year and more than 30 days', async () => {
  const clock = stoppedClock('2026-11-21T23:59:59.999Z')
  const { ask } = await testService({ securityContact: 'https://space.example/security' }, clock)
  const { status, text, headers } = await ask('GET', '/.well-known/security.txt')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text).toBe(
    'Contact: https://space.example/security\nExpires: 2027-05-20T00:00:00.000Z\nPreferred-Languages: en\n',
  )
  for (const days of [0, 30, 200, 400]) {
    clock.advance(days * 86_400_000)
    const fresh = await ask('GET', '/.well-known/security.txt')
    const expires = Date.parse(/^Expires: (.*)$/m.exec(fresh.text)?.[1] ?? '')
    const daysLeft = (expires - clock.now().getTime()) / 86_400_000
    expect(daysLeft).toBeGreaterThan(30)
    expect(daysLeft).toBeLessThan(365)
  }
})

test('without a contact there is no security.txt, and nothing names it', async () => {
  const { handle } = createSpaceData()
  const ask = (path: string) =>
    handle(new Request(`http://x.test${path}`, { headers: { accept: 'text/html, */*' } }))
  for (const path of ['/', '/.well-known/api-catalog', '/openapi.json', '/ref/endpoints']) {
    expect(await (await ask(path)).text(), path).not.toContain('security.txt')
  }
  const answer = await handle(new Request('http://x.test/.well-known/security.txt'))
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({
    error: 'not_found',
    message: 'Unknown path. See /ref/endpoints for all paths.',
  })
})

test.each([
  'security@space.example',
  'mailto:',
  'http://space.example',
  'mailto:a b',
  'tel:1\nExpires: x',
  '',
])('the contact %j is no URI', (securityContact) => {
  expect(() => createSpaceData({ securityContact })).toThrow(/^securityContact: a URI such as/)
})
