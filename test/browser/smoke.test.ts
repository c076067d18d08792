import { expect, test } from 'vitest'
import { faultsOf, hasChromium, openChromium, openPage, served } from './chromium.ts'

const PATHS = ['/', '/weather']

test.skipIf(!hasChromium)(
  'the first pages open in a real browser: nothing is blocked, wide or wrong by axe-core',
  { timeout: 60_000 },
  async () => {
    const [browser, server] = await Promise.all([openChromium(), served({ sourceNote: '(sample)' })])
    try {
      for (const path of PATHS) {
        const viewport = { width: 390, height: 900 }
        const { page, wrong } = await openPage(browser, server.origin + path, { viewport, bypassCSP: true })
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        const faults = await faultsOf(page)
        expect({ path, wrong, width, faults }).toEqual({ path, wrong: [], width: 390, faults: [] })
        await page.context().close()
      }
    } finally {
      await browser.close()
      await server.close()
    }
  },
)
