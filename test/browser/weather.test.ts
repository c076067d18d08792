import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the weather page in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let full: PageServer
  let empty: PageServer

  beforeAll(async () => {
    browser = await openChromium()
    full = await served()
    empty = await served({ isEmpty: true })
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await full?.close()
    await empty?.close()
  })

  const open: typeof openPage = async (...given) => {
    const opened = await openPage(...given)
    onTestFinished(() => opened.page.context().close())
    return opened
  }

  test('arrow keys move one cursor over the plots of a span, and the focused one is read out', async () => {
    const { page, wrong } = await open(browser, `${full.origin}/weather`)
    const xrays = page.getByRole('group', { name: /X-ray flux/ })
    const readout = xrays.locator('.readout')
    await xrays.focus()
    const newest = await readout.textContent()
    expect(newest).toMatch(/^\d+ \w+ \d\d:\d\d UTC: [A-X]\d+\.\d$/)
    await page.keyboard.press('ArrowLeft')
    expect(await readout.textContent()).not.toBe(newest)
    await page.keyboard.press('End')
    expect(await readout.textContent()).toBe(newest)
    expect(await page.locator('.readout[aria-live=polite]').count()).toBe(1)
    const cursors = await page
      .locator('.cursor')
      .evaluateAll((lines) => lines.map((line) => line.getAttribute('x1')))
    expect(cursors).toHaveLength(5)
    // The axis of Kp extends to the end of its forecast, so its plot has a cursor of its own.
    const [kp, ...others] = cursors
    expect(kp).toBeNull()
    expect(new Set(others).size).toBe(1)
    expect(others[0]).toMatch(/%$/)
    await page.getByRole('group', { name: /Planetary K index/ }).focus()
    await page.keyboard.press('End')
    expect(await page.locator('.cursor[x1]').count()).toBe(1)
    expect(await page.getByText('no data', { exact: true }).count()).toBe(0)
    expect(wrong).toEqual([])
  })

  test('the pointer reads the window of Kp under it', async () => {
    const { page } = await open(browser, `${full.origin}/weather?span=7d`)
    const kp = page.getByRole('group', { name: /Planetary K index/ })
    await kp.locator('.field').hover({ position: { x: 40, y: 60 } })
    expect(await kp.locator('.readout').textContent()).toMatch(/\d\d:00–\d\d:00 UTC: Kp \d\.\d\d, G\d/)
  })

  test('without script the plots and all spans are there, and nothing can be focused in vain', async () => {
    const { page } = await open(browser, `${full.origin}/weather`, { javaScriptEnabled: false })
    // What takes longer than 1.5 s to read is left out, and is there after the next load.
    const plots = async () => {
      await page.reload()
      return page.locator('[role=img]').count()
    }
    await expect.poll(plots, { interval: 1_000 }).toBe(7)
    expect(await page.locator('.chart[tabindex]').count()).toBe(0)
    expect(await page.locator('.hint').isVisible()).toBe(false)
    await page.locator('summary', { hasText: '?' }).first().click()
    expect(await page.getByText('Triangles above a plot').isVisible()).toBe(true)
    await page.getByRole('link', { name: '7 days', exact: true }).click()
    await page.getByRole('heading', { name: 'The last 7 days' }).waitFor()
  })

  const views = (['light', 'dark'] as const).flatMap((colorScheme) =>
    [390, 768, 1440].map((width) => ({ colorScheme, width })),
  )

  test.each(views)(
    '$colorScheme, $width wide: axe-core finds nothing, and the plots fit',
    async ({ colorScheme, width }) => {
      for (const { origin } of [full, empty]) {
        const { page, wrong } = await open(browser, `${origin}/weather`, {
          colorScheme,
          viewport: { width, height: 900 },
        })
        const overflow = await page.locator('main').evaluate((main) => main.scrollWidth - main.clientWidth)
        expect(overflow).toBe(0)
        await page.evaluate(axe.source)
        const found = await page.evaluate('axe.run(document.querySelector("main"))')
        expect((found as { violations: { id: string }[] }).violations.map(({ id }) => id)).toEqual([])
        expect(wrong).toEqual([])
      }
    },
  )
})
