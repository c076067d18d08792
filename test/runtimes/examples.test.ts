import { existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { start } from '../support/child.ts'
import { answersAlike } from './list.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const bun = root('node_modules/.bin/bun')
const wrangler = root('examples/workers/node_modules/.bin/wrangler')

/** A port of loopback that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilItAnswers(origin: string): Promise<void> {
  for (let i = 0; i < 150; i += 1) {
    const up = await fetch(`${origin}/v1/speedtest/ping`).catch(() => undefined)
    if (up) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${origin} never answered`)
}

test('examples/node runs on Node', async () => {
  const port = await freePort()
  await using _ = start(process.execPath, [root('examples/node/server.js')], {
    cwd: mkdtempSync(join(tmpdir(), 'space-data-')),
    env: { PORT: String(port) },
  })
  await untilItAnswers(`http://127.0.0.1:${port}`)
  await answersAlike(`http://127.0.0.1:${port}`)
})

describe.skipIf(!existsSync(bun) && !skippedAloud('Bun'))('examples/bun', () => {
  test('runs on Bun', async () => {
    const port = await freePort()
    await using _ = start(bun, [root('examples/bun/server.ts')], { env: { PORT: String(port) } })
    await untilItAnswers(`http://127.0.0.1:${port}`)
    await answersAlike(`http://127.0.0.1:${port}`)
  })
})

describe.skipIf(!existsSync(wrangler) && !skippedAloud('wrangler'))('examples/workers', () => {
  test('runs on workerd', { timeout: 60_000 }, async () => {
    const state = mkdtempSync(join(tmpdir(), 'space-data-'))
    await using worker = start(
      wrangler,
      ['dev', '--port', '0', '--inspector-port', '0', '--persist-to', state],
      {
        cwd: root('examples/workers'),
        env: { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false', CI: '1' },
      },
    )
    const [, origin] = await worker.says(/Ready on (http:\/\/[\w.:]+)/, 50_000)
    await answersAlike(String(origin).replace('localhost', '127.0.0.1'))
  })
})

function skippedAloud(runtime: string): false {
  console.warn(`SKIPPED: ${runtime} is not installed`)
  return false
}
