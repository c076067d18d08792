import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { hasBun } from '../../runtimes/bun.ts'
import { hasDeno } from '../../runtimes/examples.ts'
import { isVerifiedByWebCrypto, signaturesOf, verifiedByPackage } from '../verify.ts'

vi.setConfig({ testTimeout: 90_000 })

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const installed = (name: string) => root(`test/node_modules/.bin/${name}`)

const RUNTIMES: readonly [name: string, isInstalled: boolean, program: string, ...words: string[]][] = [
  ['Node', true, process.execPath],
  ['Bun', hasBun(), installed('bun')],
  ['Deno', hasDeno, installed('deno'), 'run', '--cached-only', '--allow-all'],
]

for (const [name, isInstalled, program, ...words] of RUNTIMES) {
  test.skipIf(!isInstalled)(`signatures made on ${name} are verified here`, async () => {
    const printed = execFileSync(program, [...words, root('test/webhooks/sign.mjs')], {
      encoding: 'utf8',
      timeout: 60_000,
    })
    const { secret, publicKey, received } = JSON.parse(printed)
    expect(signaturesOf(received)).toHaveLength(4)
    expect(verifiedByPackage(secret, received)).toMatchObject({ type: 'webhook.ping' })
    expect(await isVerifiedByWebCrypto(publicKey, received)).toBe(true)
  })
}
