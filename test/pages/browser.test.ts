import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../cli/program.ts'
import { endpoints } from '../support/table.ts'
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

  // Colours differ by scheme and what is laid out by width: each of them once on each page.
  test.each(views.filter(({ colorScheme, viewport }) => (colorScheme === 'dark') === (viewport === DESK)))(
    '$path, $colorScheme, $width wide: axe-core finds nothing',
    async ({ path, colorScheme, viewport }) => {
      for (const { origin } of [full, empty]) {
        const { page } = await open(browser, origin + path, { colorScheme, viewport, bypassCSP: true })
        // What is closed is looked at, too.
        await page.evaluate(() => {
          for (const each of document.querySelectorAll('details')) each.open = true
        })
        expect(await faultsOf(page)).toEqual([])
      }
    },
  )

  test.each(['light', 'dark'] as const)(
    '%s, with a key and without today’s: axe-core finds nothing',
    async (colorScheme) => {
      const own = await served()
      onTestFinished(() => own.close())
      for (const isRefused of [false, true]) {
        const { page } = await open(browser, own.origin, { colorScheme, viewport: PHONE, bypassCSP: true })
        await page.getByRole('button', { name: 'Issue a free key' }).click()
        await (isRefused ? page.getByText('already issued').waitFor() : keyOn(page))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
        expect(await faultsOf(page)).toEqual([])
      }
    },
  )

  test('the axe that looks would see a fault', async () => {
    const { page } = await open(browser, `${full.origin}/status`, { bypassCSP: true })
    await page.evaluate(() => document.querySelector('label')?.remove())
    const ids = (await faultsOf(page)).map(([id]) => id)
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
    const key = await keyOn(page)
    const answer = await fetch(`${own.origin}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)

    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()
    expect(JSON.parse((await kp.locator('.answer').textContent()) ?? '')).toEqual(await answer.json())
    expect(wrong).toEqual([])

    const again = await open(browser, own.origin)
    await again.page.getByRole('button', { name: 'Issue a free key' }).click()
    await again.page
      .getByText(
        /^Today’s free key for this network was already issued\. Paste it below, or come back in \d+ (h|min|s)\.$/,
      )
      .waitFor()
    await again.page.getByText('space-data keys issue').waitFor()
    expect(await again.page.getByRole('button', { name: 'Issue a free key' }).isEnabled()).toBe(true)
    // The browser itself reports the 429 in its console; nothing else is wrong.
    expect(again.wrong.filter((words) => !words.includes('429'))).toEqual([])
  })

  test('a reload has the key again, another tab has not, and it can be forgotten', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    const issue = page.getByRole('button', { name: 'Issue a free key' })
    await issue.click()
    const key = await keyOn(page)
    await page.reload()
    expect(await keyOn(page)).toBe(key)
    // Nothing is there that would take its place.
    expect(await issue.isVisible()).toBe(false)
    expect(await page.getByLabel('Have one already?').isVisible()).toBe(false)
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    await kp.locator('summary').click()
    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()

    const tab = await page.context().newPage()
    await tab.goto(own.origin)
    expect(await tab.getByRole('button', { name: 'Issue a free key' }).isVisible()).toBe(true)
    expect(await tab.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Forget this key' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('issue')
    expect(await page.content()).not.toContain(key)
    await page.reload()
    expect(await issue.isVisible()).toBe(true)
    expect(await page.content()).not.toContain(key)
    expect(wrong).toEqual([])
  })

  test('what cannot be a key is said to be none, and is neither used nor kept', async () => {
    const { page, wrong } = await open(browser, full.origin)
    const field = page.getByLabel('Have one already?')
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    await kp.locator('summary').click()
    for (const text of ['sd_live_…', 'sd_live_0', `sd_test_${'0'.repeat(36)}`]) {
      await field.fill(text)
      await field.blur()
      await page.getByText('This is not a key').waitFor()
      expect(await kp.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true)
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      await field.fill('')
      expect(await page.getByText('This is not a key').count()).toBe(0)
    }
    // Who types one is not told before it is whole.
    await field.pressSequentially('sd_live_0')
    expect(await page.getByText('This is not a key').count()).toBe(0)
    expect(wrong).toEqual([])
  })

  test('a key that is not good here is said to be refused, and with it goes what was tried with it', async () => {
    const { page } = await open(browser, full.origin)
    const kp = page.locator('details', { hasText: '/v1/space-weather/kp' })
    const down = page.locator('details', { hasText: '/v1/speedtest/down' })
    for (const each of [kp, down]) await each.locator('summary').click()
    await page.getByLabel('Have one already?').fill(`sd_live_${'0'.repeat(36)}`)
    for (const each of [kp, down]) await each.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('401 in').waitFor()
    await page.getByText('This server does not accept this key').waitFor()
    await down.getByText('100000 bytes').waitFor()
    await page.getByRole('button', { name: 'Forget this key' }).click()
    expect(await kp.locator('.verdict').textContent()).toBe('')
    expect(await kp.locator('.answer').isHidden()).toBe(true)
    expect(await kp.getByText('needs a key').isVisible()).toBe(true)
    expect(await page.getByText('This server does not accept this key').count()).toBe(0)
    expect(await down.locator('.verdict').textContent()).toContain('100000 bytes')
  })

  test('every curl line of the page works as it stands', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page } = await open(browser, own.origin)
    const lines = () =>
      page.$$eval('.curl', (all) =>
        all.map((one) => [one.textContent ?? '', one.closest('[hidden]') === null]),
      )
    const [[issuing]] = (await lines()) as [[string, boolean]]
    const { key } = JSON.parse(await shell(issuing))
    await page.getByLabel('Have one already?').fill(` ${key} `)
    expect(await keyOn(page)).toBe(key)
    const shown = (await lines()).flatMap(([line, isShown]) => (isShown ? [String(line)] : []))
    const asking = shown.filter((line) => !line.includes('/v1/keys'))
    expect(asking).toHaveLength(endpoints.length)
    expect(asking.filter((line) => line.includes(`"x-api-key: ${key}"`))).toHaveLength(
      endpoints.filter(({ access }) => access === 'key').length + 1,
    )
    for (const line of asking) {
      // There was one run of the shells, and so nothing to compare.
      if (!line.includes('/shell/diff')) await shell(line)
    }
  })

  test('a browser that refuses its storage has the key until the page is left', async () => {
    const { page } = await open(browser, full.origin)
    // To a page in a sandbox its own storage is closed.
    await page.route('**/', async (route) => {
      const response = await route.fetch()
      const headers = { ...response.headers(), 'content-security-policy': 'sandbox allow-scripts' }
      await route.fulfill({ response, headers })
    })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.reload()
    expect(
      await page.evaluate(() => Object.getOwnPropertyDescriptor(window, 'origin')?.get?.call(window)),
    ).toBe('null')
    const key = `sd_live_${'0'.repeat(36)}`
    await page.getByLabel('Have one already?').fill(key)
    expect(await keyOn(page)).toBe(key)
    await page.reload()
    expect(await page.getByRole('button', { name: 'Issue a free key' }).isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('a sample says at the top of both pages that it is one', async () => {
    const own = await served({ sourceNote: '(sample)' })
    onTestFinished(() => own.close())
    for (const path of ['/', '/status']) {
      const { page, wrong } = await open(browser, own.origin + path)
      await page.getByText('Sample data from simulated providers').waitFor()
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
    const key = await keyOn(page)
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
    await keyOn(page)
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.waitForURL('**/space/status')
    await page.getByRole('button', { name: 'Show' }).click()
    await page.waitForURL('**/space/status?alt=*')
    expect(wrong).toEqual([])
  })

  test('without a script the page has no button that does nothing, and its curl lines work once two variables are set', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page } = await open(browser, own.origin, { javaScriptEnabled: false })
    expect(await page.getByRole('button').count()).toBe(0)
    const [setting = '', issuing = ''] = await page.locator('.get-key .curl:visible').allTextContents()
    const set = (key: string) => {
      const values = [own.origin, key]
      return setting.replace(/'.*'/g, () => values.shift() ?? '')
    }
    const { key } = JSON.parse(await shell(`${set('')}\n${issuing}`))
    const wind = page.locator('details', { hasText: '/v1/space-weather/wind' })
    const answer = JSON.parse(await shell(`${set(key)}\n${await wind.locator('.curl').textContent()}`))
    expect(answer).toHaveProperty('data.speed_km_s')
  })
})

/** What axe-core finds wrong with a page as it is: the rule, and some of the elements. */
async function faultsOf(page: Page): Promise<string[][]> {
  await page.addScriptTag({ content: axe.source })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
  })
}

/** The key that a page shows. */
async function keyOn(page: Page): Promise<string> {
  const shown = page.locator('#own-key')
  await shown.waitFor()
  const key = (await shown.textContent()) ?? ''
  expect(key).toMatch(/^sd_live_\w{36}$/)
  return key
}

/** Runs a command line as it stands; curl is told by its configuration to fail at a status of 400 or above. */
async function shell(line: string): Promise<string> {
  const folder = await tempFolder()
  await writeFile(`${folder}/.curlrc`, 'fail\nsilent\nshow-error\n')
  const env = { PATH: process.env['PATH'] ?? '', CURL_HOME: folder }
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env })
  return stdout
}
