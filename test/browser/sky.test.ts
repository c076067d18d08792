import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { faultsOf, hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

const PLACE = '/sky?latitude=48.14&longitude=11.58'

describe.skipIf(!hasChromium)('the sky in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let server: PageServer

  beforeAll(async () => {
    browser = await openChromium()
    server = await served({ sourceNote: '(sample)' })
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open: typeof openPage = async (...given) => {
    const opened = await openPage(...given)
    onTestFinished(() => opened.page.context().close())
    return opened
  }

  test('the position of the browser is rounded, kept in it, and shown again without a question', async () => {
    const { page, wrong } = await open(browser, `${server.origin}/sky`, {
      geolocation: { latitude: 48.137154, longitude: 11.576124 },
      permissions: ['geolocation'],
      timezoneId: 'Asia/Kathmandu',
    })
    await page.getByRole('button', { name: 'Use my position' }).click()
    await page.getByRole('heading', { name: 'The sky over Munich' }).waitFor()
    expect(new URL(page.url()).search).toBe('?latitude=48.14&longitude=11.58')
    // 45 minutes off all full hours: the times are those of the browser.
    expect(await page.locator('.night-chart text.x').first().textContent()).toMatch(/^\d\d:45$/)
    expect(await page.locator('#sky-zone').textContent()).toMatch(
      /^in the time zone of this browser \(Asia\/Kath?mandu\)$/,
    )
    await page.goto(`${server.origin}/sky`)
    await page.getByRole('heading', { name: 'The sky over Munich' }).waitFor()
    await page.getByRole('button', { name: 'Remove it' }).click()
    await page.getByRole('heading', { name: 'as an example' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'as an example' }).waitFor()
    expect(wrong).toEqual([])
  })

  test('a browser that gives no position says so, and a place can be entered', async () => {
    const { page, wrong } = await open(browser, `${server.origin}/sky`, { permissions: [] })
    await page.getByRole('button', { name: 'Use my position' }).click()
    await page.getByText('The browser did not provide a position. Enter one.').waitFor()
    await page.getByLabel('City, or latitude').fill('-33,9; 18,42')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('heading', { name: 'The sky over 33.90° S, 18.42° E' }).waitFor()
    expect(wrong).toEqual([])
  })

  test('a click on the map opens the sky there, and an unknown name is not stored', async () => {
    const { page, wrong } = await open(browser, `${server.origin}/sky`)
    const box = (await page.locator('#sky-map').boundingBox()) ?? { width: 0, height: 0 }
    // The middle of the map: Greenwich, and 13° N.
    await page.locator('#sky-map').click({ position: { x: box.width / 2, y: box.height / 2 } })
    await page.waitForURL(/latitude=1[234]\.\d\d&longitude=-?[01]\.\d\d$/)
    await page.getByLabel('City, or latitude').fill('Atlantis')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByText('neither a city of the list').waitFor()
    await page.goto(`${server.origin}/sky`)
    expect(new URL(page.url()).search).toBe('')
    expect(wrong).toEqual([])
  })

  test('an object is kept when the location changes, and not stored with it', async () => {
    const { page, wrong } = await open(browser, `${server.origin}/sky?at=48.14, 11.58`)
    await page.getByLabel('Object').fill('tianhe')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Passes of CSS (TIANHE)' }).waitFor()
    await page.locator('#sky-map').click({ position: { x: 150, y: 40 } })
    await page.waitForURL(/latitude=.*&longitude=.*&object=tianhe$/)
    await page.goto(`${server.origin}/sky`)
    await page.waitForURL(/latitude=[^&]*&longitude=[^&]*$/)
    expect(wrong).toEqual([])
  })

  test('without JavaScript the form leads to the page of the place, in UTC', async () => {
    const { page } = await open(browser, `${server.origin}/sky`, { javaScriptEnabled: false })
    expect(await page.getByRole('button', { name: 'Use my position' }).isVisible()).toBe(false)
    await page.getByLabel('City, or latitude').fill('48.14, 11.58')
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByLabel('Object').fill('2021-035A')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Passes of CSS (TIANHE)' }).waitFor()
    expect(await page.locator('#sky-zone').textContent()).toBe('UTC')
    expect(await page.locator('.night-chart text.x').first().textContent()).toMatch(/^\d\d:00$/)
  })

  test.each(['light', 'dark'] as const)(
    '%s, on a phone: axe-core finds no violation',
    async (colorScheme) => {
      const viewport = { width: 390, height: 844 }
      const { page } = await open(browser, `${server.origin}${PLACE}&object=nothing`, {
        colorScheme,
        viewport,
        bypassCSP: true,
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
      expect(await faultsOf(page)).toEqual([])
    },
  )
})
