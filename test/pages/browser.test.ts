import axe from 'axe-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, type Served, served } from './chromium.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

describe.skipIf(!hasChromium)('in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let full: Served
  let empty: Served

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

  const views = ['/', '/status'].flatMap((path) =>
    (['light', 'dark'] as const).flatMap((colorScheme) =>
      [PHONE, DESK].map((viewport) => ({ path, colorScheme, viewport, width: viewport.width })),
    ),
  )

  test.each(views)(
    '$path, $colorScheme, $width wide: nothing is refused, nobody else is asked, nothing overflows',
    async ({ path, colorScheme, viewport }) => {
      for (const { origin } of [full, empty]) {
        const { page, wrong } = await open(browser, origin + path, { colorScheme, viewport })
        const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
        expect(ground).toBe(colorScheme === 'dark' ? 'rgb(13, 16, 23)' : 'rgb(246, 247, 249)')
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
        expect(wrong).toEqual([])
      }
    },
  )

  test.each(views)(
    '$path, $colorScheme, $width wide: axe-core finds nothing',
    async ({ path, colorScheme, viewport }) => {
      for (const { origin } of [full, empty]) {
        const { page } = await open(browser, origin + path, { colorScheme, viewport, bypassCSP: true })
        // What is closed is looked at, too.
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true
        })
        await page.addScriptTag({ content: axe.source })
        const found = await page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
          const { violations } = await axe.run()
          return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
        })
        expect(found).toEqual([])
      }
    },
  )

  test('the axe that looks would see a fault', async () => {
    const { page } = await open(browser, `${full.origin}/status`, { bypassCSP: true })
    await page.evaluate(() => document.querySelector('label')?.remove())
    await page.addScriptTag({ content: axe.source })
    const ids = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
      return (await axe.run()).violations.map(({ id }) => id)
    })
    expect(ids).toContain('label')
  })

  test('the altitude is chosen without a script', async () => {
    const { page, wrong } = await open(browser, `${full.origin}/status`, { javaScriptEnabled: false })
    await page.getByLabel('Altitude, km').fill('785')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**/status?alt=785#shells')
    expect(await page.getByRole('heading', { name: /^Shell/ }).textContent()).toBe('Shell 780–790 km')
    await page.getByRole('link', { name: 'higher' }).click()
    await page.waitForURL('**/status?alt=790#shells')
    expect(wrong).toEqual([])
  })

  test('by keyboard alone: past the bar to the content, and on to the altitude', async () => {
    const { page } = await open(browser, `${full.origin}/status`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('alt')
  })

  test('one button gives a key that works, Try shows data, and a second key is refused in words', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    await kp.locator('summary').click()
    expect(await kp.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Issue a free key' }).click()
    const key = (await page.locator('#outcome output').textContent()) ?? ''
    expect(key).toMatch(/^sd_live_\w{36}$/)
    const answer = await fetch(`${own.origin}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)

    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()
    expect(JSON.parse((await kp.locator('.answer').textContent()) ?? '')).toEqual(await answer.json())
    expect(await kp.locator('.curl').textContent()).toContain(`"${own.origin}/v1/space-weather/kp"`)
    expect(wrong).toEqual([])

    const again = await open(browser, own.origin)
    await again.page.getByRole('button', { name: 'Issue a free key' }).click()
    await again.page.getByText('This network has had its key today.').waitFor()
    expect(await again.page.getByRole('button', { name: 'Issue a free key' }).isEnabled()).toBe(true)
    // The browser itself reports the 429 in its console; nothing else is wrong.
    expect(again.wrong.filter((words) => !words.includes('429'))).toEqual([])
  })

  test('a key that was issued stays where it is, and nothing can be clicked that takes its place', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page } = await open(browser, own.origin)
    const issue = page.getByRole('button', { name: 'Issue a free key' })
    await issue.click()
    const key = (await page.locator('#outcome output').textContent()) ?? ''
    expect(await issue.isDisabled()).toBe(true)
    await issue.click({ force: true })
    expect(await page.locator('#outcome output').textContent()).toBe(key)

    // What was typed and is cleared again leaves the one that was issued.
    await page.getByLabel('Have one already?').fill('another')
    await page.getByLabel('Have one already?').fill('')
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    await kp.locator('summary').click()
    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()
  })

  test('what cannot be a key is said to be none, and is not sent', async () => {
    const { page, wrong } = await open(browser, full.origin)
    const field = page.getByLabel('Have one already?')
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    await kp.locator('summary').click()
    await field.fill('sd_live_…')
    await page.getByText('This is no key').waitFor()
    expect(await kp.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true)
    await field.fill('sd_live_0')
    expect(await page.getByText('This is no key').count()).toBe(0)
    expect(await kp.getByRole('button', { name: 'Try' }).isEnabled()).toBe(true)
    expect(wrong).toEqual([])
  })

  test('with the key goes what was tried with it', async () => {
    const { page } = await open(browser, full.origin)
    const field = page.getByLabel('Have one already?')
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    const down = page.locator('details', { hasText: '/v1/speedtest/down' })
    for (const each of [kp, down]) await each.locator('summary').click()
    await field.fill('sd_live_0')
    for (const each of [kp, down]) await each.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('401 in').waitFor()
    await down.getByText('100000 bytes').waitFor()
    await field.fill('')
    expect(await kp.locator('.verdict').textContent()).toBe('')
    expect(await kp.locator('.answer').isHidden()).toBe(true)
    expect(await kp.getByText('needs a key').isVisible()).toBe(true)
    expect(await down.locator('.verdict').textContent()).toContain('100000 bytes')
  })

  test('a sample says at the top of both pages that it is one', async () => {
    const own = await served({ sourceNote: '(sample)' })
    onTestFinished(() => own.close())
    for (const path of ['/', '/status']) {
      const { page, wrong } = await open(browser, own.origin + path)
      await page.getByText('Sample data: stand-ins answer for the providers').waitFor()
      expect(wrong).toEqual([])
      const before = await open(browser, full.origin + path)
      expect(await before.page.locator('.banner').count()).toBe(0)
    }
  })

  test('the key can be copied, and one from before can be put in', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await open(browser, own.origin, { permissions })
    await page.getByRole('button', { name: 'Issue a free key' }).click()
    const key = await page.locator('#outcome output').textContent()
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

    const later = await open(browser, own.origin)
    await later.page.getByLabel('Have one already?').fill(` ${key} `)
    const wind = later.page.locator('details', { hasText: '/v1/space-weather/wind' })
    await wind.locator('summary').click()
    await wind.getByRole('button', { name: 'Try' }).click()
    await wind.getByText('200 OK').waitFor()
  })

  test('what needs no key can be tried at once; bytes are counted and not shown', async () => {
    const { page, wrong } = await open(browser, full.origin)
    const down = page.locator('details', { hasText: '/v1/speedtest/down' })
    await down.locator('summary').click()
    await down.getByRole('button', { name: 'Try' }).click()
    await down.getByText('100000 bytes').waitFor()
    expect(await down.locator('.answer').isHidden()).toBe(true)
    expect(wrong).toEqual([])
  })

  test('a service that is gone is told in words', async () => {
    const own = await served()
    const { page } = await open(browser, own.origin)
    await own.close()
    await page.getByRole('button', { name: 'Issue a free key' }).click()
    await page.getByText('The service cannot be reached').waitFor()
  })

  test('under a base all of it works as well', async () => {
    const own = await served({ base: '/space' })
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    await page.getByRole('button', { name: 'Issue a free key' }).click()
    await page.locator('#outcome output').waitFor()
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.waitForURL('**/space/status')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**/space/status?alt=*')
    expect(wrong).toEqual([])
  })

  test('without a script the front page shows how to ask, and no button that does nothing', async () => {
    const { page } = await open(browser, full.origin, { javaScriptEnabled: false })
    expect(await page.getByRole('button').count()).toBe(0)
    expect(await page.locator('.get-key .curl').textContent()).toContain('curl -X POST $SPACE_DATA/v1/keys')
  })
})
