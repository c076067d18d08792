import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

/**
 * What a Worker uploads, without the WebAssembly of satellite.js; `size-limit` of package.json says how much
 * it may be.
 */
test('core for Workers keeps to its size', { timeout: 60_000 }, async () => {
  const args = [`${root}test/node_modules/size-limit/bin.js`, '--json']
  // Too large, it prints the same and ends with 1.
  const { stdout } = await run(process.execPath, args, { cwd: `${root}test` }).catch((error) => error)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject([{ passed: true, size: expect.any(Number) }])
  const [{ size, sizeLimit }] = report
  console.log(`FIGURE core for Workers: ${Math.round(size / 1_000)} kB gzip of at most ${sizeLimit / 1_000}`)
})
