import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

/** Counts the pixels of the canvas of dots that are not transparent, and sums up where they are. */
const readDots = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.getElementById('globe-canvas') as HTMLCanvasElement
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', {
      willReadFrequently: true,
    }) as OffscreenCanvasRenderingContext2D
    copy.drawImage(canvas, 0, 0)
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
    let [count, sum] = [0, 0]
    for (let i = 3; i < data.length; i += 4) {
      if (data[i] === 0) continue
      count += 1
      sum = (sum * 31 + i) % 1_000_003
    }
    return { count, sum }
  })

describe.skipIf(!hasChromium)('the globe in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let server: PageServer
  beforeAll(async () => {
    browser = await openChromium()
    server = await served()
  }, 60_000)
  afterAll(async () => {
    await browser.close()
    await server.close()
  })

  test('dots are drawn, keys turn them, and Enter selects one', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/globe`, { reducedMotion: 'reduce' })
    await page.locator('#globe-canvas').waitFor()
    await page.locator('#globe-shown').filter({ hasText: 'of 1,860 objects' }).waitFor()
    const before = await readDots(page)
    expect(before.count).toBeGreaterThan(500)
    await page.locator('#globe-canvas').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(async () => (await readDots(page)).sum).not.toBe(before.sum)
    await page.keyboard.press('Enter')
    await page
      .locator('#globe-picked')
      .filter({ hasText: /NORAD id\d+Type/ })
      .waitFor()
    await page.getByLabel('Payloads').uncheck()
    await expect.poll(async () => (await readDots(page)).count).not.toBe(before.count)
    expect(wrong).toEqual([])
  })

  test('a number selects exactly that object, a name lists all that have it', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/globe`, { reducedMotion: 'reduce' })
    await page.locator('#globe-shown').filter({ hasText: 'of 1,860 objects' }).waitFor()
    const find = async (text: string) => {
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
    }
    const picked = page.locator('#globe-picked')
    await find('1501')
    await picked.filter({ hasText: 'NORAD id1501' }).waitFor()
    expect(new URL(page.url()).searchParams.get('object')).toBe('1501')
    await page.reload()
    await picked.filter({ hasText: 'NORAD id1501' }).waitFor()
    // A part of many numbers and names.
    await find('99')
    await page.getByText('No object has this name or number.').waitFor()
    await find('fengyun')
    const matches = page.getByRole('list', { name: 'Objects with this name' }).getByRole('button')
    expect(await matches.count()).toBe(12)
    const name = (await matches.first().textContent()) ?? ''
    await matches.first().click()
    await picked.filter({ hasText: name.split(',')[0] ?? '' }).waitFor()
    expect(wrong).toEqual([])
  })

  test('what the server finds for a designator is selected or listed, if it is in the run', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/globe`, { reducedMotion: 'reduce' })
    const find = async (text: string, ids?: string) => {
      // The run is made up: none of its objects is in the catalogue of the sample.
      await page.unrouteAll()
      await page.route(`**/globe?object=${text}`, async (route) => {
        const response = await route.fetch()
        const found = (await response.text()).replace(/data-found="25544"/, `data-found="${ids ?? 25544}"`)
        await route.fulfill({ response, body: found })
      })
      await page.locator('#globe-shown').filter({ hasText: 'of 1,860 objects' }).waitFor()
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
    }
    const picked = page.locator('#globe-picked')
    await find('1998-067a', '1501')
    await picked.filter({ hasText: 'NORAD id1501' }).waitFor()
    await find('1998-067A', '1501,1502')
    const matches = page.getByRole('list', { name: 'Objects with this name' }).getByRole('button')
    await expect.poll(() => matches.count()).toBe(2)
    await matches.last().click()
    await picked.filter({ hasText: 'NORAD id1502' }).waitFor()
    await find('international space station')
    await page.getByText('No object has this name or number.').waitFor()
    await find('2031-999')
    await page.getByText('No object with current elements').waitFor()
    expect(wrong).toEqual([])
  })

  test('an owner and a shell select what is shown, and the pointer names an object', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/globe?from=480&to=600`, {
      reducedMotion: 'reduce',
    })
    const shown = async () =>
      Number((await page.locator('#globe-shown').textContent())?.split(' ')[0]?.replace(',', ''))
    await page.locator('#globe-shown').filter({ hasText: 'of 1,860 objects' }).waitFor()
    expect(await page.locator('#globe-band').textContent()).toBe('480 km to 600 km')
    const inShell = await shown()
    expect(inShell).toBeGreaterThan(0)
    await page.getByLabel('to', { exact: true }).fill('2000')
    await expect.poll(shown).toBeGreaterThan(inShell)
    const all = await shown()
    const owners = await page.getByLabel('Owner').locator('option').allTextContents()
    expect(owners[0]).toBe('all')
    if (owners.length > 1) {
      await page.getByLabel('Owner').selectOption({ index: 1 })
      await expect.poll(shown).toBeLessThanOrEqual(all)
    }
    expect(wrong).toEqual([])
  })

  test('the name beside the pointer goes when the globe moves', async () => {
    const { page, wrong } = await openPage(browser, `${server.origin}/globe`, { reducedMotion: 'reduce' })
    await page.locator('#globe-shown').filter({ hasText: 'of 1,860 objects' }).waitFor()
    const canvas = page.locator('#globe-canvas')
    const box = (await canvas.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const label = page.locator('#globe-hover')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    for (let i = 0; i < 400 && !(await label.isVisible()); i += 1)
      await page.mouse.move(x + (i % 20) * 5, y + Math.floor(i / 20) * 5)
    expect(await label.isVisible()).toBe(true)
    await canvas.focus()
    await page.keyboard.press('+')
    expect(await label.isVisible()).toBe(false)
    expect(wrong).toEqual([])
  })

  test('time runs, stops with Space, and the page does not scroll sideways on a phone', async () => {
    const viewport = { width: 390, height: 844 }
    const { page, wrong } = await openPage(browser, `${server.origin}/globe`, { viewport })
    const clock = page.locator('#globe-time')
    await expect.poll(() => clock.textContent()).toMatch(/UTC/)
    const first = await clock.textContent()
    expect(await page.locator('#globe-offset').textContent()).toBe('')
    await expect.poll(() => clock.textContent()).not.toBe(first)
    await page.locator('#globe-canvas').focus()
    await page.keyboard.press(' ')
    await page.getByText('paused · ').waitFor()
    expect(await page.getByRole('button', { name: 'Pause' }).getAttribute('aria-pressed')).toBe('true')
    expect(await page.evaluate(() => document.querySelector('main')?.scrollWidth)).toBeLessThanOrEqual(390)
    expect(wrong).toEqual([])
  })

  test('without JavaScript there is a picture', async () => {
    const { page } = await openPage(browser, `${server.origin}/globe`, { javaScriptEnabled: false })
    const picture = page.getByRole('img', { name: 'Sample of the objects' })
    await picture.waitFor()
    const svg = await (await fetch(`${server.origin}/globe/still.svg`)).text()
    expect(svg.match(/h0/g)?.length).toBeGreaterThan(500)
    expect(svg.length).toBeLessThan(120_000)
  })
})
