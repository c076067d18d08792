import { fileURLToPath } from 'node:url'
import { providers } from '@space-data/core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { run } from '../cli/program.ts'
import { hasBun } from './bun.ts'
import { type Example, hasDeno, hasWrangler, startOnBun, startOnDeno, startOnNode } from './examples.ts'
import { startWorker } from './worker/start.ts'

vi.setConfig({ testTimeout: 300_000 })

const NOWHERE = 'http://127.0.0.1:9'
const NOBODY = Object.fromEntries(Object.keys(providers).map((id) => [id, NOWHERE]))

/** The doctor asks for data, and the providers must not hear of it. */
beforeAll(() => {
  vi.stubEnv('NODE_OPTIONS', `--import=${fileURLToPath(new URL('loopback-only.mjs', import.meta.url))}`)
  for (const name of ['HTTPS_PROXY', 'https_proxy']) vi.stubEnv(name, NOWHERE)
})
afterAll(() => {
  vi.unstubAllEnvs()
})

const hosts: readonly [name: string, isHere: boolean, start: () => Promise<Example>][] = [
  ['node', true, () => startOnNode('node')],
  ['bun', hasBun(), startOnBun],
  ['deno', hasDeno, startOnDeno],
  ['workers', hasWrangler, () => startWorker(NOBODY)],
  ['hono', true, () => startOnNode('hono', '/space')],
  ['express', true, () => startOnNode('express', '/space')],
  ['fastify', true, () => startOnNode('fastify', '/space')],
]

/** An instance of its own: the doctor takes the day's key of this network. */
describe.each(hosts)('examples/%s', (name, isHere, start) => {
  test.skipIf(!isHere)('passes every check of the doctor', async () => {
    await using example = await start()
    const { code, stdout, stderr } = await run(['doctor', example.origin, '--issue-key', '--json'], {})
    const { passed, skipped, checks } = JSON.parse(stdout) as Report
    const failed = checks.filter(({ state }) => state === 'failed').map(({ id }) => id)
    if (name === 'workers') {
      // Miniflare compresses like Cloudflare's edge, but does not weaken the ETag and adds no Vary.
      expect(failed).toEqual(['compression.vary', 'compression.etag'])
    } else {
      expect(failed).toEqual([])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    }
    const issuance = checks.filter(({ id }) => id.startsWith('issuing.')).map(({ state }) => state)
    expect(issuance).not.toContain('skipped')
    expect(passed).toBeGreaterThan(skipped)
  })
})

interface Report {
  readonly passed: number
  readonly skipped: number
  readonly checks: readonly { readonly id: string; readonly state: string }[]
}
