import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { start } from '../support/child.ts'
import { freePort, hasBun, startBunExample, untilItAnswers } from './bun.ts'
import { answersAlike } from './list.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const wrangler = root('examples/workers/node_modules/.bin/wrangler')

test('examples/node runs on Node', async () => {
  const port = await freePort()
  await using _ = start(process.execPath, [root('examples/node/server.js')], {
    cwd: mkdtempSync(join(tmpdir(), 'space-data-')),
    env: { PORT: String(port) },
  })
  await untilItAnswers(`http://127.0.0.1:${port}`)
  await answersAlike(`http://127.0.0.1:${port}`)
})

describe.skipIf(!hasBun())('examples/bun', () => {
  test('runs on Bun', async () => {
    const port = await freePort()
    await using _ = await startBunExample(port)
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
