import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { start } from '../support/child.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'space-data-installed-'))
const env = { ...process.env, XDG_DATA_HOME: join(folder, 'data') }
const manifest = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'))
const doors = Object.keys(manifest.exports).map((door) => `@space-data/core${door.slice(1)}`)
/** What only a Worker can load. */
const onNode = doors.filter((door) => !door.endsWith('/durable-object'))

const run = (command: string, ...args: string[]) =>
  execute(command, args, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
const program = (...args: string[]) => run('npx', '--no-install', 'space-data', ...args)

/** Both packages, once for all tests, without what is optional: the build of the SQLite addon takes minutes. */
beforeAll(async () => {
  mkdirSync(join(folder, 'tarballs'))
  for (const name of ['core', 'cli']) {
    const args = ['pack', '--silent', '--pack-destination', join(folder, 'tarballs')]
    await execute('npm', args, { cwd: `${root}packages/${name}` })
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const tarballs = readdirSync(join(folder, 'tarballs')).map((name) => `./tarballs/${name}`)
  const quietly = ['--omit=optional', '--prefer-offline', '--no-audit', '--no-fund']
  const installed = await run('npm', 'install', ...quietly, ...tarballs)
  expect(installed.code, installed.stderr).toBe(0)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the program, installed from its tarball', { timeout: 30_000 }, () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(`${root}packages/cli/package.json`, 'utf8'))
    expect((await program('--version')).stdout).toBe(`${version}\n`)
  })

  it('brings the sample', async () => {
    const bin = join(folder, 'node_modules/space-data/bin/space-data.mjs')
    await using server = start(process.execPath, [bin, 'serve', '--sample', '--port', '0'], {
      cwd: folder,
      env,
    })
    const [url] = await server.says(/http:\/\/\S+/)
    expect((await fetch(`${url}/v1/tle/stations`)).status).toBe(200)
    expect(server.output()).toContain('using memory instead, which forgets on exit')
  })

  it('says what to install when SQLite is wanted', async () => {
    const { code, stdout, stderr } = await program('serve', '--store', 'sqlite:./x.sqlite', '--port', '0')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain(
      'space-data: SQLite cannot be used: this runtime has none, and @photostructure/sqlite does not load\n' +
        'Use Node 22.13 or newer, or install @photostructure/sqlite: npm install @photostructure/sqlite\n',
    )
  })

  it('passes on the licence of every package inside it', () => {
    const dist = join(folder, 'node_modules/space-data/dist')
    const licences = readFileSync(join(dist, 'THIRD-PARTY-LICENSES.txt'), 'utf8')
    for (const name of ['commander', 'valibot', 'keyv', 'satellite.js', 'pino', 'prom-client'])
      expect(licences).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  })

  it('consists of modules that Node can read, also those that are loaded on demand', async () => {
    const dist = join(folder, 'node_modules/space-data/dist')
    const read = `
      const { readdirSync, readFileSync } = require('node:fs'), { SourceTextModule } = require('node:vm')
      const names = readdirSync('${dist}').filter((name) => name.endsWith('.js'))
      for (const name of names) new SourceTextModule(readFileSync('${dist}/' + name, 'utf8'), { identifier: name })
      console.log(names.length)`
    const args = ['--no-warnings', '--experimental-vm-modules', '--input-type=commonjs', '-e', read]
    const { stdout, stderr } = await run(process.execPath, ...args)
    expect(stderr).toBe('')
    expect(Number(stdout)).toBeGreaterThan(10)
  })
})

describe('the library, installed from its tarball', { timeout: 30_000 }, () => {
  it.each(['import', 'require'])('gives every door to %s', async (way) => {
    const load = way === 'import' ? 'await import(door)' : 'require(door)'
    const body = `for (const door of ${JSON.stringify(onNode)}) console.log(door, Object.keys(${load}).length > 0)`
    const type = way === 'import' ? 'module' : 'commonjs'
    const { stdout, stderr } = await run(
      process.execPath,
      '--no-warnings',
      `--input-type=${type}`,
      '-e',
      body,
    )
    expect(stderr).toBe('')
    expect(stdout).toBe(onNode.map((door) => `${door} true\n`).join(''))
  })

  it.each([
    ['nodenext', 'nodenext'],
    ['bundler', 'esnext'],
  ])('has types for moduleResolution %s', async (moduleResolution, module) => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      [
        ...doors.map((door, i) => `import * as door${i} from '${door}'`),
        `export const all: object[] = [${doors.map((_, i) => `door${i}`)}]`,
        `import { createSpaceData, type SpaceData } from '@space-data/core'`,
        'export const spaceData: SpaceData = createSpaceData({ staleIfErrorMs: 1 })',
        '// @ts-expect-error: the option is a number, so the types are there and not any',
        `createSpaceData({ staleIfErrorMs: 'long' })`,
      ].join('\n'),
    )
    const compilerOptions = {
      noEmit: true,
      strict: true,
      skipLibCheck: true,
      target: 'es2022',
      module,
      moduleResolution,
      types: [],
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const { stdout } = await run(`${root}test/node_modules/.bin/tsc`, '-p', 'tsconfig.json')
    expect(stdout).toBe('')
  })
})
