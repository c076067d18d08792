import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData, memory } from '@space-data/core'
import { alerts } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import ts from 'typescript'
import { describe, expect, onTestFinished, test } from 'vitest'
import { AlertLog } from '../../packages/core/src/features/alerts/alert-log.ts'
import { openStore } from '../../packages/core/src/kernel/storage/store.ts'
import { alertOf } from '../fixtures/alerts.ts'
import { blocksOf } from '../support/markdown.mjs'
import { hasChromium, openChromium } from './chromium.ts'

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe.skipIf(!hasChromium)('a stream in a real browser', { timeout: 60_000 }, () => {
  test('EventSource on another site opens it with a ticket, and continues with a new one', async () => {
    const store = memory()
    const spaceData = createSpaceData({ features: [alerts], store })
    onTestFinished(() => spaceData.close())
    const { key } = await spaceData.keys.issue({ tier: 'free', label: 'browser' })
    const server = createServer(toNodeListener(spaceData))
    const origin = await listening(server)
    const log = new AlertLog(openStore(store), '', Date.now)
    const append = async () => log.append([alertOf('solar.flare', Date.now())], (await log.head()) + 1)

    const [follow] = blocksOf('docs/recipes/alerts.md').filter(({ code }) =>
      code.includes('function follow('),
    )
    const site = await listening(createServer((_, response) => void response.end('<title>a site</title>')))
    const browser = await openChromium()
    onTestFinished(() => browser.close())
    const page = await browser.newPage()
    await page.clock.install()
    const targets: string[] = []
    page.on('request', (request) => targets.push(request.url().slice(origin.length)))
    await page.goto(site)
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
    const recipe = ts.transpileModule(follow?.code.replace('export ', '') ?? '', {
      compilerOptions,
    }).outputText
    await page.addScriptTag({
      content: `${recipe}
        const ids = []
        const asking = { method: 'POST', headers: { 'x-api-key': '${key}' } }
        const requestTicket = async () =>
          (await (await fetch('${origin}/v1/stream-tickets', asking)).json()).data.ticket
        const onEvent = ({ lastEventId }) => ids.push(lastEventId)
        follow('${origin}/v1/alerts/stream', requestTicket, ['solar.flare'], onEvent)`,
    })
    const opened = () => targets.filter((target) => target.startsWith('/v1/alerts/stream'))
    await expect.poll(opened).toHaveLength(1)
    const received = () => page.evaluate('ids')
    await expect
      .poll(
        async () => {
          await append()
          return ((await received()) as string[]).length
        },
        { timeout: 20_000, interval: 1_500 },
      )
      .toBeGreaterThan(1)

    server.closeAllConnections()
    await append()
    await expect
      .poll(
        async () => {
          await page.clock.runFor(10_000)
          return opened().length
        },
        { timeout: 20_000 },
      )
      .toBe(2)
    const all = Array.from({ length: await log.head() }, (_, i) => String(i + 1))
    await expect.poll(received, { timeout: 20_000 }).toEqual(all)
    expect(opened()[1]).toMatch(/\?ticket=tkt_\w{32}&after=\d+$/)

    // As EventSource does that is not closed.
    const isClosed = await page.evaluate(async (url) => {
      const source = new EventSource(url)
      await new Promise((resolve) => source.addEventListener('error', resolve))
      return source.readyState === EventSource.CLOSED
    }, `${origin}${opened()[0]}`)
    expect(isClosed).toBe(true)
  })
})
