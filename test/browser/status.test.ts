import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the status page refreshes itself', { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  }, 60_000)
  afterAll(() => browser?.close())

  /** The page on a clock that the test moves. */
  async function opened() {
    const server = await served({ isEmpty: true })
    onTestFinished(() => server.close())
    const page = await browser.newPage()
    onTestFinished(() => page.close())
    await page.clock.install()
    await page.goto(`${server.origin}/status`)
    return { server, page }
  }

  test('new content replaces the old; what is open and what has the focus stay', async () => {
    const { server, page } = await opened()
    await page.locator('#endpoint-1 summary').click()
    await page.evaluate(() => document.querySelector('h1')?.setAttribute('data-old', ''))
    await fetch(`${server.origin}/v1/tle/stations`)
    const refreshed = page.waitForResponse('**/status')
    await page.clock.runFor(31_000)
    await refreshed
    await page.waitForFunction(() => !document.querySelector('h1[data-old]'))
    expect(await page.locator('#endpoint-1').getAttribute('open')).not.toBeNull()
    expect(await page.evaluate(() => document.activeElement?.closest('details')?.id)).toBe('endpoint-1')
    expect(await page.locator('#stale').textContent()).toBe('')
  })

  test('an unreachable server marks the page as old, and the mark goes when it is back', async () => {
    const { page } = await opened()
    await page.context().setOffline(true)
    await page.clock.runFor(31_000)
    await page.getByText(/^Last updated \d+ s ago; the server is unreachable\.$/).waitFor()
    await page.clock.runFor(180_000)
    await page.getByText(/^Last updated 3 min ago; the server is unreachable\.$/).waitFor()
    await page.context().setOffline(false)
    await page.clock.runFor(31_000)
    await page.waitForFunction(() => document.getElementById('stale')?.textContent === '')
  })

  test('a hidden page sends nothing', async () => {
    const { page } = await opened()
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { get: () => true }))
    await page.clock.runFor(120_000)
    expect(requests).toEqual([])
  })

  test('without script the page reloads after a minute', async () => {
    const server = await served({ isEmpty: true })
    onTestFinished(() => server.close())
    const { page } = await openPage(browser, `${server.origin}/status`, { javaScriptEnabled: false })
    onTestFinished(() => page.context().close())
    expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('60')
  })
})
