import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { toNodeListener } from '@space-data/core/node'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { sampleFetch } from '../../packages/cli/src/sample/index.ts'
import { catalogueOf, quickPool } from '../jobs/support.ts'

/** Where Debian and its kin put it; without it these tests are skipped, and say so. */
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

export interface Served {
  readonly origin: string
  close(): Promise<void>
}

/** The sample upstreams behind a real server on the loopback; with shells published, or a service that knows nothing yet. */
export async function served({ base = '', isEmpty = false, sourceNote = '' } = {}): Promise<Served> {
  const spaceData = createSpaceData({
    base,
    sourceNote,
    fetch: isEmpty ? () => Promise.reject(new TypeError('away')) : sampleFetch(() => new Date()),
    onError: () => {},
  })
  if (!isEmpty) {
    await spaceData.jobs.propagateShells({
      catalogue: catalogueOf(1_860, 150, Date.now()),
      pool: () => quickPool(),
    })
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

/** A page, and all that was wrong while it was open: errors, refusals of its policy, requests to anybody else. */
export interface Watched {
  readonly page: Page
  readonly wrong: string[]
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
