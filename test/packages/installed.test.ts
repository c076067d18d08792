import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { HOME, start } from '../support/child.ts'
import { patiently } from '../support/patience.ts'

const execute = promisify(execFile)
const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'space-data-installed-'))
/** Without what pnpm tells the npm of its scripts: nobody who installs has that. */
const own = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, /^p?npm_/i.test(name) ? undefined : value]),
)
const env = { ...own, XDG_DATA_HOME: join(folder, 'data') }
const manifest = JSON.parse(readFileSync(`${root}packages/core/package.json`, 'utf8'))
const doors = Object.keys(manifest.exports).map((door) => `@space-data/core${door.slice(1)}`)
/** What only a Worker can load. */
const onNode = doors.filter((door) => !door.endsWith('/durable-object'))

/** What has types and nothing that runs. */
const TYPES_ONLY = /\/(accounts|http|upstreams)$/

/** What the compiler reports of our types where neither those of Node nor those of Workers are installed. */
const OF_THE_RUNTIME = /^.*error TS2307: Cannot find module '(node:http|cloudflare:workers)'.*\n/gm

/** Since Node 22.13; before, only the optional package has one. */
const hasOwnSqlite = process.getBuiltinModule('node:sqlite') !== undefined

const run = (command: string, ...args: string[]) =>
  execute(command, args, { cwd: folder, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
const program = (...args: string[]) => run('npx', '--no-install', 'space-data', ...args)

/** Both packages, once for most tests, without what is optional. */
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
  expect([installed.code, installed.stderr]).toEqual([0, ''])
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the program, installed from its tarball', { timeout: 30_000 }, () => {
  it('tells its version', async () => {
    const { version } = JSON.parse(readFileSync(`${root}packages/cli/package.json`, 'utf8'))
    expect((await program('--version')).stdout).toBe(`${version}\n`)
  })

  it('brings the sample', async () => {
    const bin = join(folder, 'node_modules/space-data/bin/space-data.mjs')
    await using server = start(process.execPath, [bin, 'serve', '--sample', '--no-jobs', '--port', '0'], {
      cwd: folder,
      env,
    })
    const [, url = ''] = await server.says(HOME)
    expect((await fetch(`${url}/v1/tle/stations`)).status).toBe(200)
    const isOnMemory = server.output().includes('using memory instead; all data are lost on exit')
    expect(isOnMemory).toBe(!hasOwnSqlite)
  })

  it('says what to install when SQLite is wanted', async ({ skip }) => {
    if (hasOwnSqlite) skip('this Node has a SQLite of its own')
    const { code, stdout, stderr } = await program('serve', '--store', 'sqlite:./x.sqlite', '--port', '0')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^space-data: SQLite is not available[^\n]*\n[^\n]*npm install @photostructure\/sqlite\n$/m,
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

/** Into an empty folder and an empty home. Only npm runs scripts of installation, pnpm and bun do not. */
const INSTALLERS: Record<string, readonly [program: string, ...words: string[]]> = {
  npm: ['npm', 'install', '--no-audit', '--no-fund', '--prefer-offline'],
  pnpm: ['npx', '-y', '--prefer-offline', 'pnpm@10', 'add', '--prefer-offline'],
  bun: [`${root}test/node_modules/.bin/bun`, 'add'],
}

/** What each may say of the one script of installation, that of SQLite, which need not run. */
const SCRIPT_NOTES = [
  /^npm warn install-scripts 1 package has install scripts not yet covered by allowScripts:$/gm,
  /^npm warn install-scripts {3}@photostructure\/sqlite@\S+ \(install: node-gyp-build\)$/gm,
  /^npm warn install-scripts( Run `npm .*)?$/gm,
  /^╭ Warning ─+╮\n(│.*│\n)+╰─+╯$/gm,
  /^Blocked 1 postinstall\..*$/gm,
]

describe.each(Object.entries(INSTALLERS))(
  'with all that is optional, installed by %s',
  (name, [installer, ...words]) => {
    it('keeps its keys over a restart; the installer warns of one script at most', {
      timeout: 180_000,
    }, async () => {
      const place = mkdtempSync(join(tmpdir(), `space-data-${name}-`))
      onTestFinished(() => rmSync(place, { recursive: true, force: true }))
      const project = join(place, 'project')
      mkdirSync(project)
      writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
      const home = {
        ...own,
        HOME: join(place, 'home'),
        XDG_DATA_HOME: join(place, 'data'),
        CI: '',
      }
      const tarball = readdirSync(join(folder, 'tarballs')).filter((file) => !file.includes('core'))
      const begun = performance.now()
      const paths = tarball.map((file) => join(folder, 'tarballs', file))
      const { stdout, stderr } = await execute(installer, [...words, ...paths], { cwd: project, env: home })
      const said = stdout + stderr
      const ignored = /Ignored build scripts: (.*?)\. /.exec(said)?.[1] ?? '@photostructure/sqlite@'
      expect(ignored).toMatch(/^@photostructure\/sqlite@[\d.]*$/)
      const rest = SCRIPT_NOTES.reduce((text, note) => text.replace(note, ''), said)
      expect(rest).not.toMatch(/warn|deprecated|blocked|ignored/i)

      const { bytes, packages } = sizeOf(join(project, 'node_modules'))
      console.log(`FIGURE installed by ${name}: ${Math.round(bytes / 1e6)} MB, ${packages} packages`)
      expect(bytes).toBeLessThan(40e6)
      expect(packages).toBeLessThanOrEqual(30)

      const serve = [
        '--no-install',
        'space-data',
        'serve',
        '--sample',
        '--no-jobs',
        '--log',
        'off',
        '--port',
        '0',
      ]
      let key = ''
      for (const status of [200, 429]) {
        await using server = start('npx', serve, { cwd: project, env: home })
        const [, url = ''] = await server.says(HOME)
        const order = {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: '{"label":"me"}',
        }
        const issued = await patiently(() => fetch(`${url}/v1/keys`, order))
        expect(issued.status).toBe(status)
        if (status === 200) key = ((await issued.json()) as { key: string }).key
        const answer = await fetch(`${url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } })
        expect(answer.status).toBe(200)
        if (status === 200)
          console.log(`FIGURE from ${name} to the first value: ${seconds(performance.now() - begun)} s`)
        expect(server.output()).not.toMatch(/warn|memory|experimental/i)
      }
    })
  },
)

const seconds = (ms: number) => (ms / 1_000).toFixed(1)

/** Of real files, each counted once, and of folders with a manifest. */
function sizeOf(modules: string): { bytes: number; packages: number } {
  let bytes = 0
  const packages = new Set<string>()
  for (const entry of readdirSync(modules, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    bytes += statSync(path).size
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\/package\.json$/.exec(path) ?? []
    if (name) packages.add(path)
  }
  return { bytes, packages: packages.size }
}

describe('the library, installed from its tarball', { timeout: 60_000 }, () => {
  it('takes 25 MB at most with the program and all packages of both, but for what is optional', () => {
    const { bytes } = sizeOf(join(folder, 'node_modules'))
    console.log(`FIGURE both without what is optional: ${Math.round(bytes / 1e6)} MB`)
    expect(bytes).toBeLessThan(25e6)
  })

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
    expect(stdout).toBe(onNode.map((door) => `${door} ${!TYPES_ONLY.test(door)}\n`).join(''))
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
      // Once is enough: both resolve to the same files.
      skipLibCheck: moduleResolution !== 'nodenext',
      skipDefaultLibCheck: true,
      target: 'es2022',
      module,
      moduleResolution,
      types: [],
      lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const { stdout } = await run(`${root}test/node_modules/.bin/tsc`, '-p', 'tsconfig.json')
    expect(stdout.replace(OF_THE_RUNTIME, '')).toBe('')
  })
})
