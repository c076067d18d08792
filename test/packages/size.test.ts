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

/**
 * Bundles `createSpaceData` alone, split: the bytes in gzip that it starts with, and all its code. `wrangler
 * deploy` does not split: `runtimes/workers` measures what it uploads.
 */
async function bundled(): Promise<{ start: number; text: string }> {
  const esbuild: typeof Esbuild = createRequire(`${root}package.json`)('esbuild')
  const { outputFiles, metafile } = await esbuild.build({
    stdin: {
      contents: `export { createSpaceData } from './packages/core/dist/index.js'`,
      resolveDir: root,
    },
    bundle: true,
    splitting: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['worker', 'browser'],
    mainFields: ['browser', 'module', 'main'],
    outdir: 'out',
  })
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

test('createSpaceData alone starts with 190 kB at most where it is split, and brings no WebAssembly', {
  timeout: 60_000,
}, async () => {
  const { start, text } = await bundled()
  console.log(
    `FIGURE createSpaceData at its start, split: ${Math.round(start / 1_000)} kB gzip of at most 190`,
  )
  expect(start).toBeLessThan(190_000)
  expect(text).not.toMatch(/WebAssembly|wasm/i)
})
