import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { toNodeListener } from '@space-data/core/node'
import { sampleFetch } from '@space-data/sample'
import { expect, onTestFinished, test } from 'vitest'
import { OTHER_PUBLIC_KEY, RFC_PUBLIC_KEY, signing } from '../support/signing-keys.ts'
import { hasChromium, openChromium } from './chromium.ts'

/** The first version that checks signatures itself. */
const FIRST_VERSION = 141

test.skipIf(!hasChromium)(
  'Chromium itself checks an answer, and refuses another key and another body',
  { timeout: 60_000 },
  async () => {
    const browser = await openChromium()
    onTestFinished(() => browser.close())
    if (Number.parseInt(browser.version(), 10) < FIRST_VERSION)
      return console.warn(`SKIPPED: Chromium ${browser.version()} does not check signatures`)
    const spaceData = createSpaceData({
      features: everything,
      signing,
      fetch: sampleFetch(() => new Date()),
      onError: () => {},
    })
    let isAltered = false
    const listener = toNodeListener(spaceData)
    const server = createServer(async (request, response) => {
      if (!isAltered || !request.url?.startsWith('/v1/tle')) return listener(request, response)
      const answer = await spaceData.handle(new Request(`http://localhost${request.url}`), {
        ip: '127.0.0.1',
      })
      const headers = [...answer.headers].filter(([name]) => name !== 'content-length').flat()
      response.writeHead(200, headers).end(`${await answer.text()} `)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await spaceData.close()
    })
    // A page of another origin, as that of a client is.
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const page = await browser.newPage()
    await page.goto(`${url.replace('127.0.0.1', 'localhost')}/robots.txt`)
    const fetched = (integrity: string, path = '/v1/tle/stations') =>
      page.evaluate(
        ([target, integrity]) =>
          fetch(target as string, { integrity: integrity as string, cache: 'no-store' }).then(
            async (response) => ({
              text: await response.text(),
              signature: response.headers.get('signature'),
            }),
            (error: Error) => error.name,
          ),
        [url + path, integrity],
      )
    expect(await fetched(RFC_PUBLIC_KEY)).toEqual({
      text: expect.stringMatching(/^ISS/),
      signature: expect.stringMatching(/^sd=:/),
    })
    expect(await fetched(OTHER_PUBLIC_KEY)).toBe('TypeError')
    isAltered = true
    expect(await fetched(RFC_PUBLIC_KEY)).toBe('TypeError')
  },
)
