import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { referenceLink } from '../../packages/core/src/features/pages/docs/operation-links.ts'
import { tempFolder } from '../cli/program.ts'
import { endpoints } from '../support/table.ts'
import { faultsOf, hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

const PHONE = { width: 360, height: 740 }

describe.skipIf(!hasChromium)('in a real browser', { timeout: 60_000 }, () => {
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

  test.each(['light', 'dark'] as const)(
    '%s, with a key and with issuance refused: axe-core finds no violation',
    async (colorScheme) => {
      const own = await served()
      onTestFinished(() => own.close())
      for (const isRefused of [false, true]) {
        const { page } = await open(browser, own.origin, { colorScheme, viewport: PHONE, bypassCSP: true })
        await page.getByRole('button', { name: 'Get a free key' }).click()
        await (isRefused ? page.getByText('already issued').waitFor() : keyOn(page))
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
        expect(await faultsOf(page)).toEqual([])
      }
    },
  )

  test('where no key is needed the example is sent without one, and with the key once there is one', async () => {
    const own = await served({ isEmpty: true, anonymous: 5 })
    onTestFinished(() => own.close())
    for (const [origin, isKeyless] of [
      [own.origin, true],
      [empty.origin, false],
    ] as const) {
      const { page } = await open(browser, origin)
      const tryIt = page.locator('#try')
      expect(await tryIt.isDisabled()).toBe(!isKeyless)
      expect(await page.getByText('needs a key: get one above').isVisible()).toBe(!isKeyless)
      const keys: (string | undefined)[] = []
      page.on('request', (request) => {
        if (request.url().endsWith('/v1/space-weather/kp')) keys.push(request.headers()['x-api-key'])
      })
      const sent = async () => {
        await tryIt.click()
        await page.locator('#try ~ pre.answer').waitFor()
      }
      if (isKeyless) await sent()
      await page.getByRole('button', { name: 'Get a free key' }).click()
      const key = await keyOn(page)
      await sent()
      expect(keys).toEqual(isKeyless ? [undefined, key] : [key])
    }
  })

  test('the Atom feed is XML that a browser parses, with the right element names', async () => {
    for (const { origin } of [full, empty]) {
      const { page } = await open(browser, `${origin}/alerts`)
      const text = await (await fetch(`${origin}/v1/alerts.atom`)).text()
      const names = await page.evaluate((xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml')
        return [...parsed.querySelectorAll('*')].map(
          ({ namespaceURI, localName }) => `${namespaceURI} ${localName}`,
        )
      }, text)
      expect(names[0]).toBe('http://www.w3.org/2005/Atom feed')
      expect(names.filter((name) => !name.startsWith('http://www.w3.org/2005/Atom '))).toEqual([])
      expect(names.filter((name) => name.endsWith(' entry')).length > 0).toBe(origin === full.origin)
    }
  })

  test('one button gets a working key, Try shows data, and a second key is refused with an explanation', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    const kp = askSection(page)
    expect(await kp.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true)

    await page.getByRole('button', { name: 'Get a free key' }).click()
    const key = await keyOn(page)
    const answer = await fetch(`${own.origin}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
    expect(answer.status).toBe(200)

    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()
    expect(JSON.parse((await kp.locator('.answer').textContent()) ?? '')).toEqual(await answer.json())
    expect(wrong).toEqual([])

    const again = await open(browser, own.origin)
    await again.page.getByRole('button', { name: 'Get a free key' }).click()
    await again.page
      .getByText(
        /^Today’s free key for this network was already issued\. Paste it below, or try again in \d+ (h|min|s)\.$/,
      )
      .waitFor()
    await again.page.getByText('space-data keys issue').waitFor()
    expect(await again.page.getByRole('button', { name: 'Get a free key' }).isEnabled()).toBe(true)
    // The browser logs the 429 in its console; there must be no other error.
    expect(again.wrong.filter((words) => !words.includes('429'))).toEqual([])
  })

  test('the command of the operator wraps, and makes the page no wider', async () => {
    const { page } = await open(browser, full.origin)
    const command = `space-data keys issue --tier free --label me --config /srv/${'a-long-folder/'.repeat(12)}c.json`
    const message = `Refused. The operator of this server can issue one at any time: ${command}`
    await page.route('**/v1/keys', (route) =>
      route.fulfill({ status: 429, json: { error: 'key_issuance_limited', message } }),
    )
    await page.getByRole('button', { name: 'Get a free key' }).click()
    await page.getByText(command).waitFor()
    for (const width of [1_440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })

  test('a reload keeps the key, another tab does not have it, and it can be removed', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    const issue = page.getByRole('button', { name: 'Get a free key' })
    await issue.click()
    const key = await keyOn(page)
    await page.reload()
    expect(await keyOn(page)).toBe(key)
    // No control that would replace the key is visible.
    expect(await issue.isVisible()).toBe(false)
    expect(await page.getByLabel('Already have a key?').isVisible()).toBe(false)
    const kp = askSection(page)
    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('200 OK').waitFor()

    const tab = await page.context().newPage()
    await tab.goto(own.origin)
    expect(await tab.getByRole('button', { name: 'Get a free key' }).isVisible()).toBe(true)
    expect(await tab.content()).not.toContain(key)

    await page.getByRole('button', { name: 'Remove this key' }).click()
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('issue')
    expect(await page.content()).not.toContain(key)
    await page.reload()
    expect(await issue.isVisible()).toBe(true)
    expect(await page.content()).not.toContain(key)
    expect(wrong).toEqual([])
  })

  test('malformed keys are rejected, and neither used nor stored', async () => {
    const { page, wrong } = await open(browser, full.origin)
    const field = page.getByLabel('Already have a key?')
    const kp = askSection(page)
    for (const text of ['sd_live_…', 'sd_live_0', `sd_test_${'0'.repeat(36)}`]) {
      await field.fill(text)
      await field.blur()
      await page.getByText('This is not a key').waitFor()
      expect(await kp.getByRole('button', { name: 'Try' }).isDisabled()).toBe(true)
      expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
      await field.fill('')
      expect(await page.getByText('This is not a key').count()).toBe(0)
    }
    // An incomplete key is not reported while it is being typed.
    await field.pressSequentially('sd_live_0')
    expect(await page.getByText('This is not a key').count()).toBe(0)
    expect(wrong).toEqual([])
  })

  test('a rejected key is reported, and removing it clears the responses it was used for', async () => {
    const { page } = await open(browser, full.origin)
    const kp = askSection(page)
    await page.getByLabel('Already have a key?').fill(`sd_live_${'0'.repeat(36)}`)
    await kp.getByRole('button', { name: 'Try' }).click()
    await kp.getByText('401 in').waitFor()
    await page.getByText('The server rejected this key').waitFor()
    await page.getByRole('button', { name: 'Remove this key' }).click()
    expect(await kp.locator('.verdict').textContent()).toBe('')
    expect(await kp.locator('.answer').isHidden()).toBe(true)
    expect(await kp.getByText('needs a key').isVisible()).toBe(true)
    expect(await page.getByText('The server rejected this key').count()).toBe(0)
  })

  test('every curl command of the pages works unchanged', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const { page } = await open(browser, own.origin)
    const { key } = JSON.parse(
      await shell((await page.locator('.get-key .curl:visible').textContent()) ?? ''),
    )
    await page.getByLabel('Already have a key?').fill(` ${key} `)
    expect(await keyOn(page)).toBe(key)
    const shown = await page.locator('.curl:visible').allTextContents()
    expect(shown).toHaveLength(2)
    for (const line of shown) expect(line).toContain(`"x-api-key: ${key}"`)

    // The paths of other services are there only where the operator asks for them.
    const offered = endpoints.filter(({ tag }) => tag !== 'Compatibility')
    const lines: string[] = []
    for (const tag of new Set(offered.map((each) => each.tag))) {
      await page.goto(own.origin + referenceLink('/', tag))
      lines.push(...(await page.locator('.curl').allTextContents()))
    }
    expect(lines).toHaveLength(offered.length)
    expect(lines.filter((line) => line.includes(`"x-api-key: ${key}"`))).toHaveLength(
      endpoints.filter(({ access }) => access === 'key').length,
    )
    // The first probe loads what makes the instance ready.
    await expect.poll(async () => (await fetch(`${own.origin}/readyz`)).status).toBe(200)
    for (const line of [...shown, ...lines]) {
      // The day's key of this network is issued; there is only one shell run, so /shell/diff is 404; and a
      // free key has no products of higher tiers. The days of HAPI's example may be older than what is
      // stored, and no catalogue is kept.
      const without =
        /\/shell\/(diff|history|objects)|\/25544\/history|\/v1\/(keys|webhooks|shells|reports)|\/hapi\/data/
      if (without.test(line)) continue
      // curl runs until a stream ends; after two seconds it stops with status 28.
      await shell(line.startsWith('curl -N') ? `${line} --max-time 2 || [ $? = 28 ]` : line)
    }
  })

  test('a browser that denies storage keeps the key until the page is left', async () => {
    const { page } = await open(browser, full.origin)
    // A sandboxed page has no access to its storage.
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
    await page.getByLabel('Already have a key?').fill(key)
    expect(await keyOn(page)).toBe(key)
    await page.reload()
    expect(await page.getByRole('button', { name: 'Get a free key' }).isVisible()).toBe(true)
    expect(errors).toEqual([])
  })

  test('the key can be copied, and an existing key can be pasted', async () => {
    const own = await served()
    onTestFinished(() => own.close())
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await open(browser, own.origin, { permissions })
    await page.getByRole('button', { name: 'Get a free key' }).click()
    const key = await keyOn(page)
    await page.locator('#copy').click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key)

    const later = await open(browser, own.origin)
    await later.page.getByLabel('Already have a key?').fill(` ${key} `)
    await askSection(later.page).getByRole('button', { name: 'Try' }).click()
    await askSection(later.page).getByText('200 OK').waitFor()
  })

  test('the example is there in three languages, and the one that is open is copied with the key', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await open(browser, full.origin, { permissions })
    const key = `sd_live_${'0'.repeat(36)}`
    await page.getByLabel('Already have a key?').fill(key)
    const ask = askSection(page)
    await ask.getByText('Python', { exact: true }).click()
    expect(await ask.locator('pre:visible').count()).toBe(1)
    await ask.getByRole('button', { name: 'Copy' }).click()
    await ask.getByText('Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('import requests')
    expect(copied).toContain(`headers={"x-api-key": "${key}"}`)
  })

  test('an unreachable server is reported', async () => {
    const own = await served()
    const { page } = await open(browser, own.origin)
    await own.close()
    await page.getByRole('button', { name: 'Get a free key' }).click()
    await page.getByText('The server is unreachable').waitFor()
  })

  test('everything works under a base path', async () => {
    const own = await served({ base: '/space' })
    onTestFinished(() => own.close())
    const { page, wrong } = await open(browser, own.origin)
    await page.getByRole('button', { name: 'Get a free key' }).click()
    await keyOn(page)
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.waitForURL('**/space/status')
    expect(wrong).toEqual([])
  })

  test('without script there is no dead button, and the curl commands work once two variables are set', async () => {
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
    const line = await askSection(page).locator('.curl').textContent()
    expect(JSON.parse(await shell(`${set(key)}\n${line}`))).toHaveProperty('data.kp')
  })
})

/** Where the page shows how to ask for a value. */
const askSection = (page: Page) => page.locator('section', { has: page.locator('#ask') })

/** Returns the key that a page shows. */
async function keyOn(page: Page): Promise<string> {
  const shown = page.locator('#own-key')
  await shown.waitFor()
  const key = (await shown.textContent()) ?? ''
  expect(key).toMatch(/^sd_live_\w{36}$/)
  return key
}

/** Runs a shell command; curl is configured to fail on HTTP status 400 and above. */
async function shell(line: string): Promise<string> {
  const folder = await tempFolder()
  await writeFile(`${folder}/.curlrc`, 'fail\nsilent\nshow-error\n')
  const env = { PATH: process.env['PATH'] ?? '', CURL_HOME: folder }
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { env })
  return stdout
}
