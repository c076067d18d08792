import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the status page', { timeout: 120_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  }, 60_000)
  afterAll(() => browser?.close())

  test('refreshes itself while it is visible, keeps what is open, and says when the server is unreachable', async () => {
    const server = await served({ isEmpty: true })
    onTestFinished(() => server.close())
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.clock.install()
    // The server unfolds a provider with a problem.
    await page.route('**/status', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('id="provider-2"', '$& open')
      await route.fulfill({ response, body })
    })
    await page.goto(`${server.origin}/status`)
    await page.locator('#provider-1 > summary').click()
    await page.locator('#endpoint-1 > summary').click()
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-old', ''))
    await fetch(`${server.origin}/v1/tle/stations`)
    const refreshed = page.waitForResponse('**/status')
    await page.clock.runFor(31_000)
    await refreshed
    await page.waitForFunction(() => !document.querySelector('h1[data-old]'))
    for (const id of ['#provider-1', '#endpoint-1'])
      expect(await page.locator(id).getAttribute('open')).not.toBeNull()
    expect(await page.evaluate(() => document.activeElement?.closest('details')?.id)).toBe('endpoint-1')
    expect(await page.locator('#stale').textContent()).toBe('')

    const failing = page.locator('#provider-2')
    expect(await failing.getAttribute('open')).not.toBeNull()
    await failing.locator('> summary').click()
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-old', ''))
    await page.clock.runFor(31_000)
    await page.waitForFunction(() => !document.querySelector('h1[data-old]'))
    expect(await failing.getAttribute('open')).toBeNull()

    // Going offline as a whole takes effect only some time after its promise resolves.
    await page.route('**/status', (route) => route.abort())
    await page.clock.runFor(31_000)
    await page.getByText(/^Last updated (\d+ s|1 min) ago; the server is unreachable\.$/).waitFor()
    await page.clock.runFor(180_000)
    await page.getByText(/^Last updated [34] min ago; the server is unreachable\.$/).waitFor()
    await page.unroute('**/status')
    await page.clock.runFor(31_000)
    await page.waitForFunction(() => document.getElementById('stale')?.textContent === '')

    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.clock.runFor(120_000)
    expect(requests).toEqual([])
  })
})
