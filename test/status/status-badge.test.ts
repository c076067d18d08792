import { expect, test } from 'vitest'
import { testService } from '../support/service.ts'

test('the badge says that nothing was checked yet', async () => {
  const { ask } = await testService()
  const { status, headers, text } = await ask('GET', '/status.svg')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/svg+xml')
  expect(headers.get('cache-control')).toBe('public, max-age=60')
  expect(text).toContain('No feeds checked yet')
  expect(text).toContain('fill="#586070"')
})

test('it is not green because one feed of many works, and red when all fail', async () => {
  const one = await testService()
  await one.get('/v1/space-weather/proton')
  const partial = (await one.ask('GET', '/status.svg')).text
  expect(partial).toContain('>no known problems<')
  expect(partial).not.toContain('#17703c')

  const down = await testService({ fetch: () => Promise.reject(new TypeError('away')) })
  await down.get('/v1/launches/upcoming')
  const { text } = await down.ask('GET', '/status.svg')
  expect(text).toContain('>down<')
  expect(text).toContain('fill="#b3261e"')
})

test('it is green once every feed was checked', async () => {
  const { spaceData, ask } = await testService()
  await spaceData.jobs.checks.run({ paceMs: 0 })
  const { text } = await ask('GET', '/status.svg')
  expect(text).toContain('All systems operational')
  expect(text).toContain('>operational<')
})

test('crawlers are kept from the data, also under a base, and the icon is an image', async () => {
  const { ask } = await testService()
  expect((await ask('GET', '/robots.txt')).text).toBe(
    'User-agent: *\nDisallow: /v1/\nDisallow: /shell/\nDisallow: /hapi/\n',
  )
  const icon = await ask('GET', '/favicon.ico')
  expect(icon.headers.get('content-type')).toBe('image/svg+xml')
  expect(icon.text).toMatch(/^<svg /)
  const picture = await ask('GET', '/preview.png')
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect((await ask('GET', '/', { accept: 'text/html' })).text).toContain('og:image" content="./preview.png"')
  const { spaceData } = await testService({ base: '/space' })
  const robots = await spaceData.handle(new Request('http://x.test/space/robots.txt'))
  expect(await robots.text()).toContain('Disallow: /space/v1/')
})
