import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../cli/program.ts'
import { start } from '../support/child.ts'

const cli = fileURLToPath(new URL('../../packages/cli/', import.meta.url))
/** Disables the SQLite of the runtime, which exists from Node 22.13 on. */
const NODE_OPTIONS = process.getBuiltinModule('node:sqlite') ? '--no-experimental-sqlite' : ''

const MISSING =
  'space-data: SQLite is not available: this runtime has none, and @photostructure/sqlite cannot be loaded'
const REMEDY =
  'Use Node 22.13 or newer, or install @photostructure/sqlite: npm install @photostructure/sqlite\n'

/** Faults of the driver package, each in its own install folder. */
const faults: Record<string, (modules: string) => Promise<void>> = {
  'is not installed': async () => {},
  'came without its binary': async (modules) => {
    await rm(`${await withDriver(modules)}/prebuilds`, { recursive: true })
  },
  'has a binary that is none': async (modules) => {
    const prebuilds = `${await withDriver(modules)}/prebuilds/${process.platform}-${process.arch}`
    for (const libc of ['glibc', 'musl'])
      await writeFile(`${prebuilds}/@photostructure+sqlite.${libc}.node`, 'no binary')
  },
}

describe.each(Object.entries(faults))('when @photostructure/sqlite %s', (_, spoil) => {
  it('serve warns and uses memory, and no command writes to a private memory store', async () => {
    const program = await installed(spoil)
    const XDG_DATA_HOME = await tempFolder()
    const run = async (...args: string[]) => {
      const started = start(process.execPath, [program, ...args], {
        env: { XDG_DATA_HOME, NODE_OPTIONS },
      })
      onTestFinished(() => started[Symbol.asyncDispose]())
      return started
    }
    const server = await run('serve', '--sample', '--no-jobs', '--port', '0', '--log', 'off')
    const [, url] = await server.says(/(http:\S+)/)
    await server.says(/Store +memory/)
    expect(server.output()).toContain(
      `${MISSING}; using memory instead; all data are lost on exit\n${REMEDY}`,
    )
    expect((await fetch(new URL('/ref/tiers', url))).status).toBe(200)
    server.child.kill('SIGTERM')
    expect(await server.ended).toEqual([0, null])

    for (const line of [
      'keys issue --tier free --label me',
      `serve --port 0 --store sqlite:${XDG_DATA_HOME}/x.sqlite`,
    ]) {
      const command = await run(...line.split(' '))
      expect(await command.ended).toEqual([1, null])
      expect(command.output()).toBe(`${MISSING}\n${REMEDY}`)
    }
  })
})

/** Returns the command of the built program beside broken packages. */
async function installed(spoil: (modules: string) => Promise<void>): Promise<string> {
  const modules = join(await tempFolder(), 'node_modules')
  const program = join(modules, 'space-data')
  for (const part of ['bin', 'dist', 'package.json'])
    await cp(cli + part, join(program, part), { recursive: true })
  await mkdir(join(modules, '@bomb.sh'))
  await symlink(packageFolder('@bomb.sh/tab', `${cli}package.json`), join(modules, '@bomb.sh/tab'))
  await spoil(modules)
  return join(program, 'bin/space-data.mjs')
}

/** Copies the driver and the loader of its binary. */
async function withDriver(modules: string): Promise<string> {
  const driver = packageFolder('@photostructure/sqlite', `${cli}package.json`)
  const loader = packageFolder('node-gyp-build', `${driver}/package.json`)
  const copy = join(modules, '@photostructure/sqlite')
  for (const [from, to] of [
    [driver, copy],
    [loader, join(modules, 'node-gyp-build')],
  ] as const)
    await cp(from, to, { recursive: true, dereference: true })
  return copy
}

function packageFolder(name: string, from: string): string {
  const paths = createRequire(from).resolve.paths(name) ?? []
  const found = paths.map((path) => join(path, name)).find(existsSync)
  if (!found) throw new Error(`${name} is not installed for ${dirname(from)}`)
  return realpathSync(found)
}
