import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasChromium, openChromium, openPage, type PageServer, served } from './chromium.ts'

describe.skipIf(!hasChromium)('the reference in a real browser', { timeout: 60_000 }, () => {
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

  const open = async (path: string) => {
    const { page, wrong } = await openPage(browser, server.origin + path)
    onTestFinished(() => page.context().close())
    return { page, wrong, sectionOf: (id: string) => page.locator(`section#${id}`) }
  }

  test('a key of the home page is used; the examples and the request follow the fields', async () => {
    const { page, wrong, sectionOf } = await open('/')
    await page.getByRole('button', { name: 'Get a free key' }).click()
    const key = (await page.locator('#own-key', { hasText: 'sd_live_' }).textContent()) ?? ''
    await page.goto(`${server.origin}/docs#getObject`)
    const object = sectionOf('getObject')
    expect(await object.evaluate((section) => section.matches(':target'))).toBe(true)
    await object.getByLabel('norad_id').fill('20580')
    await object.getByLabel('format').selectOption('csv')
    expect(await object.locator('.curl').textContent()).toBe(
      `curl -H "x-api-key: ${key}" "${server.origin}/v1/objects/20580?format=csv"`,
    )
    await object.getByRole('button', { name: 'Try it' }).click()
    await object.getByText('200 OK').waitFor()
    expect(await object.locator('.answer').textContent()).toMatch(/^OBJECT_NAME,[\s\S]*,20580,/)

    // What is wrong is answered by the server.
    await object.getByLabel('norad_id').fill('0')
    await object.getByRole('button', { name: 'Try it' }).click()
    await object.locator('.verdict', { hasText: '400 in' }).waitFor()
    expect(await object.locator('.answer').textContent()).toContain('"invalid_parameter"')
    // A 400 is an error to the console of the browser; there must be no other.
    expect(wrong.filter((words) => !words.includes('400'))).toEqual([])
  })

  test('no value of a field can leave the quotes of an example', async () => {
    const { sectionOf } = await open('/docs')
    const object = sectionOf('getObject')
    await object.getByLabel('norad_id').fill(`'"$(id)\`\\`)
    for (const example of await object.locator('.codes .request-path').allTextContents())
      expect(example).toMatch(/^\/v1\/objects\/[\w%().-]+$/)
    expect(await object.locator('.curl .request-path').textContent()).not.toContain('$')
  })

  test('a body is sent as it is written; without a key a keyed request says where to get one', async () => {
    const { sectionOf } = await open('/docs')
    const issue = sectionOf('issueKey')
    await issue.getByLabel('Body, JSON').fill('{"label": ""}')
    await issue.getByRole('button', { name: 'Try it' }).click()
    await issue.locator('.verdict', { hasText: '400 in' }).waitFor()
    const kp = sectionOf('getKp')
    await kp.getByRole('button', { name: 'Try it' }).click()
    await kp.getByText('needs a key').waitFor()
  })

  test('binary data is counted, not shown', async () => {
    const { wrong, sectionOf } = await open('/docs')
    const down = sectionOf('downloadSpeedtest')
    await down.getByRole('button', { name: 'Try it' }).click()
    await down.getByText('100000 bytes').waitFor()
    expect(await down.locator('.answer').isHidden()).toBe(true)
    expect(wrong).toEqual([])
  })

  test('"/" goes to the search, which leaves what has all words, and says nothing of the rest', async () => {
    const { page, sectionOf } = await open('/docs')
    await page.keyboard.press('/')
    await page.keyboard.type('launches upcoming')
    expect(await sectionOf('listUpcomingLaunches').isVisible()).toBe(true)
    expect(await page.locator('.operation:visible').count()).toBe(1)
    await page.keyboard.press('Control+A')
    await page.keyboard.press('Delete')
    expect(await page.locator('.operation:visible').count()).toBe(await page.locator('.operation').count())
  })
})
