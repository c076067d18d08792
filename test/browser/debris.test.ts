import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the debris page in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let server: PageServer

  beforeAll(async () => {
    browser = await openChromium()
    server = await served()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  test('arrow keys move the slider through the shells; the page and the focus stay', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/debris?alt=780`)
    onTestFinished(() => page.context().close())
    await page.evaluate(() => document.body.setAttribute('data-marked', ''))
    await page.getByRole('slider').focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Shell 810–820 km' }).waitFor()
    expect(page.url()).toContain('alt=810')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('alt')
    expect(await page.locator('[data-marked]').count()).toBe(1)
    expect(await page.locator('#altitude').textContent()).toBe('810 km')
    expect(wrong).toEqual([])
  })

  test('a server that has gone is left to the browser to report', async () => {
    const own = await served()
    const { page } = await openPage(browser, `${own.origin}/debris?alt=780`)
    onTestFinished(() => page.context().close())
    await own.close()
    await page.getByRole('slider').focus()
    const failed = page.waitForEvent('requestfailed', (request) => request.isNavigationRequest())
    await page.keyboard.press('ArrowRight')
    await failed
  })

  test('without script a button shows the shell of the slider', async () => {
    const { page } = await openPage(browser, `${server.origin}/debris?alt=780`, { javaScriptEnabled: false })
    onTestFinished(() => page.context().close())
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.getByRole('heading', { name: 'Shell 790–800 km' }).waitFor()
  })
})
