import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { verifyResponse } from '@space-data/core/verify'
import { expect, test } from 'vitest'
import { RFC_PUBLIC_KEY, signing } from '../support/signing-keys.ts'
import { hasWrangler } from './examples.ts'
import { startWorker } from './worker/start.ts'

const root = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const keys = JSON.stringify(signing)

const RUNTIMES: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['Node', process.execPath],
  ['Bun', root('test/node_modules/.bin/bun')],
  ['Deno', root('test/node_modules/.bin/deno'), 'run', '--allow-all'],
]

test('Node, Bun and Deno make the same signatures, and verify them', { timeout: 120_000 }, () => {
  const made = RUNTIMES.flatMap(([name, program, ...args]) => {
    if (!existsSync(program)) {
      console.warn(`SKIPPED: ${name} is not installed`)
      return []
    }
    const script = [...args, root('test/runtimes/sign-and-verify.mjs'), keys, RFC_PUBLIC_KEY]
    const { signature } = JSON.parse(execFileSync(program, script, { encoding: 'utf8' }))
    return [signature]
  })
  expect(made[0]).toMatch(/^sd=:/)
  expect(new Set(made).size).toBe(1)
})

test.skipIf(!hasWrangler)('a Worker signs with the key in its secret', { timeout: 120_000 }, async () => {
  await using worker = await startWorker({}, undefined, 'worker', { vars: { SIGNING_KEYS: keys } })
  const response = await fetch(`${worker.origin}/ref/scales`)
  const verified = await verifyResponse(response, { keys: RFC_PUBLIC_KEY, path: '/ref/scales' })
  expect(verified.path).toBe('/ref/scales')
})
