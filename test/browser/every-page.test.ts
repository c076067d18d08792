import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultsOf, hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

const PATHS = [
  '/',
  '/weather',
  '/launches',
  '/events',
  '/sky?latitude=48.14&longitude=11.58',
  '/debris',
  '/globe',
  '/docs',
  '/status',
  '/alerts',
  '/hapi',
  '/no-such-page',
]
const WIDTHS = [1440, 768, 390]
const HEIGHT = 900
const GROUNDS = { light: 'rgb(246, 247, 249)', dark: 'rgb(13, 16, 23)' } as const

const views = PATHS.flatMap((path) =>
  (['light', 'dark'] as const).flatMap((colorScheme) =>
    [true, false].map((javaScriptEnabled) => ({
      path,
      colorScheme,
      javaScriptEnabled,
      script: javaScriptEnabled ? 'with script' : 'without script',
    })),
  ),
)

describe.skipIf(!hasChromium)('every page in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let servers: Record<'full' | 'empty' | 'down', PageServer>

  beforeAll(async () => {
    browser = await openChromium()
    const [full, empty, down] = await Promise.all([
      served({ sourceNote: '(sample)' }),
      served({ isEmpty: true }),
      served({ isDown: true }),
    ])
    servers = { full, empty, down }
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    for (const server of Object.values(servers ?? {})) await server.close()
  })

  const open: typeof openPage = async (...given) => {
    const opened = await openPage(...given)
    onTestFinished(() => opened.page.context().close())
    return opened
  }

  test.each(views)(
    '$path, $colorScheme, $script: nothing is blocked, comes from elsewhere, or overflows at any width',
    async ({ path, colorScheme, javaScriptEnabled }) => {
      for (const [name, { origin }] of Object.entries(servers)) {
        // An empty and a broken server look the same in both schemes: each once.
        if (name !== 'full' && javaScriptEnabled !== (colorScheme === 'light')) continue
        const viewport = { width: 1440, height: HEIGHT }
        const options = { colorScheme, javaScriptEnabled, viewport }
        const { page, wrong } = await open(browser, origin + path, options)
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        // The sky is dark in both schemes.
        expect(ground).toBe(path === '/globe' ? 'rgb(5, 7, 15)' : GROUNDS[colorScheme])
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: HEIGHT })
          expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} ${width}`).toBe(
            width,
          )
        }
        // The browser logs every response of 400 and above.
        expect(wrong.filter((words) => !words.startsWith('Failed to load resource'))).toEqual([])
      }
    },
  )

  describe.each([
    ['full', 'light', 390],
    ['full', 'dark', 1440],
    ['down', 'dark', 390],
  ] as const)('axe-core finds no violation: %s, %s, %i px', (name, colorScheme, width) => {
    test.each(PATHS)('%s', async (path) => {
      const options = { colorScheme, viewport: { width, height: HEIGHT }, bypassCSP: true }
      const { page } = await open(browser, servers[name].origin + path, options)
      // Check collapsed content, too.
      await page.evaluate(() => {
        for (const each of document.querySelectorAll('details')) each.open = true
      })
      expect(await faultsOf(page)).toEqual([])
    })
  })

  test('axe-core reports a violation if there is one', async () => {
    const { page } = await open(browser, `${servers.full.origin}/status`, { bypassCSP: true })
    await page.evaluate(() => document.documentElement.removeAttribute('lang'))
    expect((await faultsOf(page)).map(([id]) => id)).toContain('html-has-lang')
  })

  test.each(PATHS)('%s: the keyboard skips the navigation', async (path) => {
    const { page } = await open(browser, servers.full.origin + path)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
  })

  test.each(PATHS)('%s announces sample data at the top, and only these', async (path) => {
    const pages = [servers.full, servers.empty].map(({ origin }) =>
      fetch(origin + path, { headers: { accept: 'text/html' } }).then((response) => response.text()),
    )
    const [sample, real] = await Promise.all(pages)
    expect(sample).toContain('Sample data from simulated providers')
    expect(real).not.toContain('class="banner"')
  })

  test('with everything down, no page but an unknown one is an error, and none is green', async () => {
    for (const path of PATHS) {
      const { page } = await open(browser, servers.down.origin + path)
      expect(await page.title()).toMatch(path === '/no-such-page' ? /^Not found/ : /Space-Data$/)
      // The reference explains the words.
      if (path === '/docs') continue
      expect(await page.getByText(/operational|no known problems/i).count(), path).toBe(0)
    }
  })
})
