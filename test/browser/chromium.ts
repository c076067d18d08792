import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData, memory } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { monthOfAlerts } from '../fixtures/alerts.ts'
import { faultyBackend } from '../support/faulty-backend.ts'
import { withReceivers } from '../support/receivers.ts'
import { signing } from '../support/signing-keys.ts'

/** Path of Chromium on Debian and derivatives. Without it the browser tests are skipped, with a message. */
const CHROMIUM = '/usr/bin/chromium'

export const hasChromium = existsSync(CHROMIUM)
if (!hasChromium) console.warn(`SKIPPED: the pages in a real browser, as there is no ${CHROMIUM}`)

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export interface PageServer {
  readonly origin: string
  close(): Promise<void>
}

/**
 * Starts a server with sample upstreams on the loopback interface, with published shells and a month of
 * alerts; with an empty store; or with neither upstreams nor a store that work.
 */
export async function served({
  base = '',
  isEmpty = false,
  isDown = false,
  sourceNote = '',
  anonymous = 0,
} = {}): Promise<PageServer> {
  const faulty = faultyBackend()
  const store = isDown ? faulty.backend : memory()
  if (isDown) faulty.fault = 'throws'
  const spaceData = createSpaceData({
    features: everything,
    store,
    base,
    sourceNote,
    anonymous,
    hapi: true,
    securityContact: 'mailto:security@space-data.test',
    signing,
    ...withReceivers(),
    fetch: isEmpty || isDown ? () => Promise.reject(new TypeError('away')) : sampleFetch(() => new Date()),
    onError: () => {},
  })
  if (!isEmpty && !isDown) {
    const log = new AlertLog(openStore(store), sourceNote, Date.now)
    await log.append(monthOfAlerts(Date.now()), 1)
    await spaceData.jobs.series.run()
    await spaceData.jobs.shells.run({
      catalogue: catalogueOf(1_860, 150, Date.now()),
      pool: () => quickPool(),
    })
    // A page waits 1.5 s for its parts: on a busy machine the first one would come without some.
    await spaceData.loadFirstData()
    await Promise.all([
      spaceData.get('/v1/space-weather/kp/forecast'),
      spaceData.get('/v1/launches/upcoming'),
    ])
  }
  const server = createServer(toNodeListener(spaceData))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await spaceData.close()
    },
  }
}

/** Opens a page and records its errors, policy violations and requests to other origins. */
export interface Watched {
  readonly page: Page
  readonly wrong: string[]
}

/** Returns the axe-core violations of a page: the rule and up to three elements of each. */
export async function faultsOf(page: Page): Promise<string[][]> {
  await page.addScriptTag({ content: axe.source })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
    }
    const { violations } = await axe.run()
    return violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])
  })
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Watched> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) wrong.push(message.text())
  })
  page.on('pageerror', (error) => wrong.push(error.message))
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith('data:') && new URL(asked).origin !== new URL(url).origin) wrong.push(asked)
  })
  await page.addInitScript(
    "addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective))",
  )
  await page.goto(url)
  return { page, wrong }
}
