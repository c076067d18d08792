import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the alerts page', { timeout: 60_000 }, () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await openChromium()
  }, 60_000)
  afterAll(() => browser?.close())

  test('without script a kind limits the list, and a link to a folded alert unfolds it', async () => {
    const server = await served()
    onTestFinished(() => server.close())
    const { page } = await openPage(browser, `${server.origin}/alerts`, { javaScriptEnabled: false })
    onTestFinished(() => page.context().close())
    const shown = page.locator('.event:visible')
    const all = await shown.count()
    await page.getByRole('radio', { name: 'Solar flares' }).check()
    expect(await shown.count()).toBe(2)
    expect(await shown.getByText('Solar flare').count()).toBeGreaterThanOrEqual(2)
    await page.getByRole('radio', { name: 'All' }).check()
    expect(await shown.count()).toBe(all)

    const folded = page.locator('.event li').first()
    expect(await folded.isVisible()).toBe(false)
    await page.goto(`${server.origin}/alerts#${await folded.getAttribute('id')}`)
    expect(await folded.isVisible()).toBe(true)
  })
})
