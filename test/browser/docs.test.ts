import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { referenceLink } from '../../packages/core/src/features/pages/docs/operation-links.ts'
import { endpoints } from '../support/table.ts'
import { faultsOf, hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the reference in a real browser', { timeout: 60_000 }, () => {
  let browser: Browser
  let server: PageServer
  let key: string | undefined

  beforeAll(async () => {
    browser = await openChromium()
    server = await served()
  }, 60_000)

  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  const open = async (path: string, options: BrowserContextOptions = {}) => {
    const { page, wrong } = await openPage(browser, server.origin + path, options)
    onTestFinished(() => page.context().close())
    return { page, wrong, sectionOf: (id: string) => page.locator(`section#${id}`) }
  }

  /** Path of the section of an operation. */
  const at = (operationId: string) => {
    const tag = endpoints.find((endpoint) => endpoint.operationId === operationId)?.tag ?? ''
    return referenceLink('/', tag, operationId)
  }

  const PHONE = { viewport: { width: 390, height: 844 } }

  /** Has the page use a key, as if the home page had issued it. */
  const useKey = async (page: Page, path: string) => {
    // A network gets one key a day.
    key ??= await page.evaluate(async () => {
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"label":"docs"}',
      }
      return (await (await fetch('/v1/keys', init)).json()).key
    })
    await page.evaluate((text) => sessionStorage.setItem('space-data key /', text), key as string)
    await page.goto(server.origin + path)
    await page.reload()
    return key as string
  }

  test('a key of the home page is used; the examples and the request follow the fields', async () => {
    const { page, wrong, sectionOf } = await open('/')
    await page.getByRole('button', { name: 'Get a free key' }).click()
    key = (await page.locator('#own-key', { hasText: 'sd_live_' }).textContent()) ?? ''
    await page.goto(server.origin + at('getObject'))
    const object = sectionOf('getObject')
    await object.getByLabel('norad_id').fill('20580')
    await object.getByLabel('format').selectOption('csv')
    const url = `${server.origin}/v1/objects/20580?format=csv`
    expect(await object.locator('.codes pre').allTextContents()).toEqual([
      `curl -H "x-api-key: ${key}" "${url}"`,
      expect.stringContaining(`requests.get("${url}", headers={"x-api-key": "${key}"})`),
      expect.stringContaining(`fetch('${url}', {\n  headers: { 'x-api-key': '${key}' },\n}`),
    ])
    await object.getByRole('button', { name: 'Try it' }).click()
    await object.getByText('200 OK').waitFor()
    expect(await object.locator('.answer').textContent()).toMatch(/^OBJECT_NAME,[\s\S]*,20580,/)
    expect(await object.locator('.plots').isHidden()).toBe(true)

    const kp = sectionOf('getKp')
    await page.goto(server.origin + at('getKp'))
    await kp.getByLabel('at', { exact: true }).fill('2026-11-20T12:34')
    expect(await kp.locator('.codes pre').first().textContent()).toContain('?at=2026-11-20T12%3A34Z"')
    await page.goto(server.origin + at('getObject'))
    // What is wrong is answered by the server.
    await object.getByLabel('norad_id').fill('0')
    await object.getByRole('button', { name: 'Try it' }).click()
    await object.locator('.verdict', { hasText: '400 in' }).waitFor()
    expect(await object.locator('.answer').textContent()).toContain('"invalid_parameter"')
    // A 400 is an error to the console of the browser; there must be no other.
    expect(wrong.filter((words) => !words.includes('400'))).toEqual([])
  })

  test('no value of a field can leave the quotes of an example', async () => {
    const { sectionOf } = await open(at('getObject'))
    const object = sectionOf('getObject')
    await object.getByLabel('norad_id').fill(`'"$(id)\`\\`)
    for (const example of await object.locator('.codes .request-path').allTextContents())
      expect(example).toMatch(/^\/v1\/objects\/[\w%().-]+$/)
    expect(await object.locator('.curl .request-path').textContent()).not.toContain('$')
  })

  test('the code has the body of the form as each language writes it, and the last whole one while it is typed', async () => {
    const { sectionOf } = await open(at('createWebhook'))
    const webhook = sectionOf('createWebhook')
    const bodies = () => webhook.locator('.codes .request-body').allTextContents()
    const field = webhook.getByLabel('Body')
    await field.fill(`{"url": "https://a.test/it's", "enabled": true}`)
    const whole = [
      `{"url":"https://a.test/it'\\''s","enabled":true}`,
      `{"url":"https://a.test/it's","enabled":True}`,
      `{"url":"https://a.test/it's","enabled":true}`,
    ]
    expect(await bodies()).toEqual(whole)
    expect(await field.getAttribute('aria-invalid')).toBe('false')
    await field.fill('{"url": ')
    expect(await bodies()).toEqual(whole)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  })

  test('a language that is chosen is open at all endpoints', async () => {
    const { page, sectionOf } = await open(at('getKp'))
    await sectionOf('getKp').getByText('Python', { exact: true }).click()
    await page.goto(server.origin + at('getObject'))
    expect(await sectionOf('getObject').getByText('import requests').isVisible()).toBe(true)
    expect(await sectionOf('getObject').locator('.curl').isVisible()).toBe(false)
  })

  test('a body is sent as it is written; without a key a keyed request says where to get one', async () => {
    const { page, sectionOf } = await open(at('issueKey'))
    const issue = sectionOf('issueKey')
    await issue.getByLabel('Body').fill('{"label": 1}')
    await issue.getByRole('button', { name: 'Try it' }).click()
    await issue.locator('.verdict', { hasText: '400 in' }).waitFor()
    await page.goto(server.origin + at('getKp'))
    const kp = sectionOf('getKp')
    await kp.getByRole('button', { name: 'Try it' }).click()
    const link = kp.locator('.verdict', { hasText: 'needs a key' }).getByRole('link')
    expect(await link.getAttribute('href')).toBe(`${server.origin}/#key`)
  })

  test('binary data is counted, not shown', async () => {
    const { wrong, sectionOf } = await open(at('downloadSpeedtest'))
    const down = sectionOf('downloadSpeedtest')
    await down.getByRole('button', { name: 'Try it' }).click()
    await down.getByText('100000 bytes').waitFor()
    expect(await down.locator('.answer').isHidden()).toBe(true)
    expect(wrong).toEqual([])
  })

  test.each(['', 'csv'])(
    'a series draws a plot of each column under its response, format "%s"',
    async (format) => {
      const { page, wrong, sectionOf } = await open('/docs')
      await useKey(page, at('getSolarWindSeries'))
      const series = sectionOf('getSolarWindSeries')
      await series.getByLabel('step').fill('1h')
      await series.getByLabel('format').selectOption(format)
      await series.getByRole('button', { name: 'Try it' }).click()
      const plots = series.getByRole('img')
      await plots.nth(2).waitFor()
      const labels = await plots.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')))
      expect(labels).toEqual(
        ['speed_km_s', 'density_per_cm3', 'temperature_k'].map((name) =>
          expect.stringMatching(new RegExp(`^${name}, 20.* to 20.*: [\\d.e]+ to [\\d.e]+, last [\\d.e]+$`)),
        ),
      )
      const [answer, figure] = [
        await series.locator('.answer').boundingBox(),
        await plots.first().boundingBox(),
      ]
      expect(figure?.y).toBeGreaterThan((answer?.y ?? 0) + (answer?.height ?? 0))
      // The pointer reads the value under it.
      await plots.first().hover({ position: { x: 60, y: 50 } })
      expect(await plots.first().locator('.value').textContent()).toMatch(/^20\d\d-\d\d-\d\d \d\d:00: \d+/)
      expect(wrong).toEqual([])
    },
  )

  test('form, code and response stand side by side, and one below the other on a phone', async () => {
    const { page, sectionOf } = await open(at('getKpSeries'), { viewport: { width: 1440, height: 900 } })
    const kp = sectionOf('getKpSeries')
    const boxes = async () => {
      const parts = [
        page.locator('.all'),
        kp.locator('.parameters'),
        kp.locator('.codes'),
        kp.locator('.answer'),
      ]
      const found = await Promise.all(parts.map((part) => part.boundingBox()))
      return found.map((box) => box ?? { x: -1, y: -1, width: -1, height: -1 })
    }
    const [list, form, code, answer] = await boxes()
    expect([list?.x, form?.x, code?.x].every((x, i, all) => i === 0 || Number(x) > Number(all[i - 1]))).toBe(
      true,
    )
    expect(answer?.x).toBe(code?.x)
    await page.setViewportSize({ width: 1024, height: 900 })
    const [above, beside, right] = await boxes()
    expect(above?.y).toBeLessThan(beside?.y ?? 0)
    expect(right?.x).toBeGreaterThan((beside?.x ?? 0) + (beside?.width ?? 0))
    await page.setViewportSize(PHONE.viewport)
    const ys = (await boxes()).map(({ y }) => y)
    expect(ys).toEqual([...ys].sort((one, other) => one - other))
  })

  test('"/" goes to the search, which leaves what has all words in the list, with its title', async () => {
    const { page, sectionOf } = await open('/docs')
    const listed = () => page.locator('.all li:visible').count()
    const all = await listed()
    await page.keyboard.press('/')
    await page.keyboard.type('launches/up launches')
    expect(await listed()).toBe(1)
    expect(await page.getByRole('status').filter({ hasText: 'found' }).textContent()).toBe('1 found')
    const link = page.locator('.all li:visible a')
    expect(await link.evaluate((each) => getComputedStyle(each, '::after').content)).toBe(
      `"${await link.getAttribute('title')}"`,
    )
    await page.locator('#search').fill('')
    expect(await listed()).toBe(all)
    await page.locator('#search').fill('launches/up launches')
    await link.click()
    await sectionOf('listUpcomingLaunches').waitFor()
    expect(await page.locator('.sections > section:visible').count()).toBe(1)
    expect(await page.locator('.all [aria-current]').textContent()).toBe('GET /v1/launches/upcoming')
  })

  test('a fragment of an operation opens the page of its group', async () => {
    const { page, sectionOf } = await open('/docs#getKp')
    await sectionOf('getKp').waitFor()
    expect(page.url()).toBe(server.origin + at('getKp'))
  })

  test('the ring of the search is whole', async () => {
    const { page } = await open('/docs')
    await page.locator('#search').focus()
    const cut = await page.locator('#search').evaluate((field) => {
      const { left, right, top } = field.getBoundingClientRect()
      for (let box = field.parentElement; box; box = box.parentElement) {
        const outer = box.getBoundingClientRect()
        const isCut = outer.left > left - 4 || outer.right < right + 4 || outer.top > top - 4
        if (getComputedStyle(box).overflow !== 'visible' && isCut) return box.className
      }
      return null
    })
    expect(cut).toBeNull()
  })

  test('on a phone the search is first, and the list opens with what it finds and closes with a choice', async () => {
    const { page, sectionOf } = await open('/docs', PHONE)
    const yOf = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? -1
    const order = [await yOf('#search'), await yOf('.all > summary'), await yOf('.overview')]
    expect(order).toEqual([...order].sort((one, other) => one - other))
    expect(order[2]).toBeLessThan(PHONE.viewport.height / 2)
    const listed = page.locator('.all li:visible')
    expect(await listed.count()).toBe(0)
    await page.locator('#search').fill('kp/forecast')
    expect(await listed.count()).toBe(1)
    await listed.getByRole('link').click()
    await sectionOf('getKpForecast').waitFor()
    await expect.poll(() => listed.count()).toBe(0)
  })

  test('without script every section is a link away, one at a time, with its example', async () => {
    const { page, sectionOf } = await open('/docs', { ...PHONE, javaScriptEnabled: false })
    const shown = page.locator('.sections > section:visible')
    expect(await shown.getAttribute('id')).toBe('overview')
    await sectionOf('overview').getByRole('link', { name: 'Space weather' }).click()
    expect(await shown.getByRole('heading').textContent()).toBe('Space weather')
    await shown.getByRole('link', { name: 'History of the planetary K index' }).click()
    expect(await shown.getAttribute('id')).toBe('getKpSeries')
    expect(await shown.locator('.answer').textContent()).toContain('"kp_three_hour": [')
    expect(await shown.getByText('$SPACE_DATA_KEY').first().isVisible()).toBe(true)
    expect(await shown.locator('input:visible, button:visible').count()).toBe(0)
    await page.locator('.all > summary').click()
    await page.locator('.all').getByRole('link', { name: 'POST /v1/webhooks', exact: true }).click()
    expect(await shown.getAttribute('id')).toBe('createWebhook')
  })

  test.each([
    ['/docs?group=space-weather#getKpSeries', 'dark', 390],
    ['/docs?group=webhooks#createWebhook', 'light', 1440],
    ['/docs?group=shells', 'dark', 1024],
    ['/docs#errors', 'light', 390],
  ] as const)('axe-core finds no violation at %s, %s, %i px', async (path, colorScheme, width) => {
    const options = { colorScheme, viewport: { width, height: 900 }, bypassCSP: true }
    const { page } = await open(path, options)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await faultsOf(page)).toEqual([])
  })

  test('the page of the HAPI server: code and program follow the form, and the records are drawn', async () => {
    const { page, wrong } = await open('/hapi')
    await page.getByLabel('dataset', { exact: true }).selectOption('wind')
    await page.getByLabel('start', { exact: true }).fill('2026-11-01"x')
    const program = page.locator('pre', { hasText: 'hapiclient' })
    expect(await program.textContent()).toContain(`hapi("${server.origin}/hapi", "wind", "",\n`)
    expect(await program.textContent()).toContain('"2026-11-01x"')
    expect(await page.locator('.curl').textContent()).toContain('dataset=wind&start=2026-11-01%22x&')
    await page.reload()
    await page.getByRole('button', { name: 'Try it' }).click()
    await page.getByRole('img', { name: /^kp, / }).waitFor()
    expect(await page.locator('.answer').textContent()).toMatch(/^#\{"HAPI"/)
    expect(wrong).toEqual([])
  })

  test('without script the form of the HAPI server opens the records', async () => {
    const { page } = await open('/hapi', { javaScriptEnabled: false })
    const download = page.waitForResponse(/\/hapi\/data/)
    await page.getByRole('button', { name: 'Open the records' }).click()
    expect((await download).status()).toBe(200)
  })
})
