import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import type * as Esbuild from 'esbuild'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a Worker uploads; `size-limit` of package.json says how much it may be. */
test('core for Workers keeps to its size', { timeout: 60_000 }, async () => {
  const args = [`${root}test/node_modules/size-limit/bin.js`, '--json']
  // Too large, it prints the same and ends with 1.
  const { stdout } = await run(process.execPath, args, { cwd: `${root}test` }).catch((error) => error)
  const report = JSON.parse(stdout)
  expect(report).toMatchObject([{ passed: true, size: expect.any(Number) }])
  const [{ size, sizeLimit }] = report
  console.log(`FIGURE core for Workers: ${Math.round(size / 1_000)} kB gzip of at most ${sizeLimit / 1_000}`)
})

const esbuild: typeof Esbuild = createRequire(`${root}package.json`)('esbuild')

/** Bundles a program for Workers. */
function bundle(program: string, splitting: boolean) {
  return esbuild.build({
    stdin: { contents: program, resolveDir: `${root}packages/core/dist` },
    bundle: true,
    splitting,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    outdir: 'out',
  })
}

/**
 * Bundles a program, split: the bytes in gzip that it starts with, and all its code. `wrangler deploy` does not
 * split: `runtimes/workers` measures what it uploads.
 */
async function bundled(program: string): Promise<{ start: number; text: string }> {
  const { outputFiles, metafile } = await bundle(program, true)
  const fileOf = (path: string) => outputFiles.find((file) => basename(file.path) === basename(path))
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: next, kind } of metafile.outputs[path]?.imports ?? [])
      if (kind === 'import-statement') load(next)
  }
  load(Object.keys(metafile.outputs).find((path) => basename(path) === 'stdin.js') ?? '')
  const start = [...loaded].reduce((sum, path) => sum + gzipSync(fileOf(path)?.contents ?? '').byteLength, 0)
  return { start, text: outputFiles.map((file) => file.text).join('\n') }
}

test('createSpaceData alone starts with 186 kB at most where it is split, and brings no WebAssembly', {
  timeout: 60_000,
}, async () => {
  const { start, text } = await bundled(`export { createSpaceData } from './index.js'`)
  console.log(
    `FIGURE createSpaceData at its start, split: ${Math.round(start / 1_000)} kB gzip of at most 186`,
  )
  expect(start).toBeLessThan(186_000)
  expect(text).not.toMatch(/WebAssembly|wasm/i)
})

test('a bundle of space weather alone has the code of no other feature', { timeout: 60_000 }, async () => {
  const program = `import { createService } from './index.js'
    import { spaceWeather } from './space-weather.js'
    export default createService({ features: [spaceWeather] })`
  const [file] = (await bundle(program, false)).outputFiles
  const { start } = await bundled(program)
  const kB = gzipSync(file?.contents ?? '').byteLength / 1_000
  console.log(
    `FIGURE space weather alone: ${Math.round(kB)} kB gzip of at most 240, ${Math.round(start / 1_000)} at its start of at most 154`,
  )
  expect(kB).toBeLessThan(240)
  expect(start).toBeLessThan(154_000)
  expect(file?.text).toContain('/v1/space-weather/kp')
  for (const path of ['/v1/passes', '/v1/webhooks', '/shell/diff', '/status']) {
    expect(file?.text).not.toContain(`"${path}"`)
  }
})
