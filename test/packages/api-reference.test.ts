import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { doors } from '../../build/doors.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))

test('the API reference is made of whole docstrings: none is missing, no link leads nowhere', {
  timeout: 600_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-api-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const args = [`${root}test/node_modules/typedoc/bin/typedoc`, '--out', folder, '--treatWarningsAsErrors']
  const { code, stdout, stderr } = await run(process.execPath, args, { cwd: root }).then(
    (said) => ({ code: 0, ...said }),
    (error) => error,
  )
  expect([code, `${stdout}${stderr}`.split('\n').filter((line) => /warning|error/.test(line))]).toEqual([
    0,
    [],
  ])
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  expect(pages).toContain(join('@space-data', 'core', 'node', 'functions', 'listen.md'))
  const broken = pages.flatMap((page) => {
    const links = [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
    return links
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:|^#/.test(target))
      .filter((target) => !existsSync(join(folder, dirname(page), target.split('#')[0] ?? '')))
      .map((target) => `${page}: ${target}`)
  })
  expect(broken).toEqual([])
})

test('the API reference has every door of the package', () => {
  const { entryPoints } = JSON.parse(readFileSync(`${root}typedoc.json`, 'utf8'))
  expect([...entryPoints].sort()).toEqual(Object.values(doors).sort())
  const { exports } = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'))
  const published = Object.keys(doors).map((name) => (name === 'index' ? '.' : `./${name}`))
  expect(Object.keys(exports).sort()).toEqual(published.sort())
})

test('the package itself exports at most 47 names', () => {
  const text = readFileSync(`${root}packages/core/src/index.ts`, 'utf8')
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const names =
    listed.filter((name) => name.trim() !== '').length + (text.match(/^export const /gm)?.length ?? 0)
  expect(names).toBeGreaterThan(30)
  expect(names).toBeLessThanOrEqual(47)
})
