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

  test('pointer and arrow keys read the cells of both maps, also of a shell that was loaded later', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/debris?alt=780`)
    onTestFinished(() => page.context().close())
    const all = page.getByRole('group', { name: /by altitude and latitude/ })
    await all.locator('.cells').hover({ position: { x: 5, y: 1 } })
    expect(await all.locator('.readout').textContent()).toMatch(
      /^2000–2010 km, 85° S: [\d.]+ per billion km³$/,
    )
    const shell = page.getByRole('group', { name: /by latitude and longitude/ })
    await shell.focus()
    const readout = shell.locator('.readout')
    const first = await readout.textContent()
    expect(first).toMatch(/^5° [NS], 5° [EW]: [\d.]+ per billion km³$/)
    await page.keyboard.press('ArrowDown')
    expect(await readout.textContent()).not.toBe(first)
    await page.getByRole('slider').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('heading', { name: 'Shell 790–800 km' }).waitFor()
    await page.getByRole('group', { name: /790–800 km by latitude/ }).focus()
    expect(await readout.textContent()).toMatch(/per billion km³$/)
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
