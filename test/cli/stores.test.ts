import { chmod, chown, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { run, serve, tempFolder } from './program.ts'

describe('a store that cannot be opened ends every command with one or two lines and exit code 1', () => {
  const cases: [name: string, spoil: (folder: string) => Promise<string>, says: RegExp][] = [
    ['in no folder', async (folder) => `${folder}/no/x.sqlite`, /there is no folder .*\/no\n/],
    ['in a file', async (folder) => `${await write(`${folder}/f`)}/x.sqlite`, /there is no folder .*\/f\n/],
    ['that is no database', async (folder) => write(`${folder}/x.sqlite`), /it is not a SQLite database\n/],
    ['that is a folder', async (folder) => folder, /it is not a file\n/],
    ['where nothing can be made', async () => '/proc/x.sqlite', /cannot use \/proc\/x\.sqlite: /],
  ]

  it.each(cases)('%s', async (_, spoil, says) => {
    const path = await spoil(await tempFolder())
    for (const command of [['serve', '--port', '0'], ['keys', 'list'], ['status']]) {
      const { code, stdout, stderr } = await run([...command, '--store', `sqlite:${path}`], {})
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(says)
      expect(stderr).toMatch(/^space-data: cannot use [^\n]+\nName another place with --store [^\n]+\n$/)
    }
  })

  it('read-only', async ({ skip }) => {
    // Root may write everywhere.
    const uid = process.getuid?.() === 0 ? NOBODY : undefined
    if (uid && (await run(['--version'], {}, uid)).code !== 0) skip('this folder is closed to other users')
    const folder = await tempFolder()
    const file = await write(`${folder}/x.sqlite`)
    for (const path of [folder, file]) if (uid) await chown(path, uid, uid)
    await chmod(file, 0o400)
    await chmod(folder, 0o500)
    const list = (path: string) => run(['keys', 'list', '--store', `sqlite:${path}`], {}, uid)
    const inFolder = await list(`${folder}/y.sqlite`)
    await chmod(folder, 0o700)
    expect(inFolder).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/the folder .* is not writable\n/),
    })
    expect(await list(file)).toMatchObject({ code: 1, stderr: expect.stringMatching(/it is not writable\n/) })
  })
})

/** A user without rights, on Linux. */
const NOBODY = 65_534

describe('the default store', () => {
  it('is a file that only its owner can reach', async () => {
    const home = await tempFolder()
    await run(['keys', 'list'], { XDG_DATA_HOME: home })
    expect((await stat(`${home}/space-data`)).mode & 0o777).toBe(0o700)
    expect((await stat(`${home}/space-data/space-data.sqlite`)).isFile()).toBe(true)
  })

  it('is under the home folder without XDG_DATA_HOME', async ({ skip }) => {
    if (process.platform !== 'linux') skip('another folder on this platform')
    const { stderr } = await run(['keys', 'list'], { HOME: await tempFolder() })
    expect(stderr).toContain('/.local/share/space-data/space-data.sqlite')
  })

  it('that cannot be made is an error with the way out', async () => {
    const home = await write(`${await tempFolder()}/f`)
    const { code, stderr } = await run(['serve', '--port', '0'], { XDG_DATA_HOME: home })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: there is no folder for the data: ENOTDIR[^\n]*\n[^\n]*--store memory:\n$/,
    )
  })
})

describe('without the SQLite addon', () => {
  it('serve starts on memory and says so, with the remedy', async () => {
    const server = await serve(['--sample'], { XDG_DATA_HOME: await tempFolder(), ...withoutAddon() })
    expect(server.lines[1]).toBe('Store: memory (forgotten on restart)')
    server.child.kill('SIGTERM')
    const { code, stderr } = await server.finished
    expect(code).toBe(0)
    expect(stderr).toMatch(
      /^space-data: SQLite cannot be used: .*; using memory instead.*\n.*npm rebuild sqlite3/,
    )
  })

  it('a store that was named is an error', async () => {
    const store = `sqlite:${await tempFolder()}/x.sqlite`
    const { code, stdout, stderr } = await run(['serve', '--port', '0', '--store', store], withoutAddon())
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(
      /^space-data: SQLite cannot be used: [^\n]+\nBuild it with: npm rebuild sqlite3[^\n]*\n$/,
    )
  })

  it('keys are not issued into a memory that nobody else sees', async () => {
    const env = { XDG_DATA_HOME: await tempFolder(), ...withoutAddon() }
    const { code, stdout, stderr } = await run(['keys', 'issue', '--tier', 'free', '--label', 'me'], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^space-data: SQLite cannot be used[^\n]*\n[^\n]*npm rebuild sqlite3[^\n]*\n$/)
  })

  it('a package that is not installed has another remedy', async () => {
    const env = { XDG_DATA_HOME: await tempFolder(), ...withoutAddon('ERR_MODULE_NOT_FOUND') }
    expect((await run(['keys', 'list'], env)).stderr).toMatch(
      /is not installed\nInstall it with: npm install @keyv\/sqlite/,
    )
  })
})

async function write(path: string): Promise<string> {
  await writeFile(path, 'this is no database, however long one looks at it '.repeat(20))
  return path
}

/** Makes the import of the addon fail in the process, as it does where it could not be built. */
function withoutAddon(code = 'ERR_DLOPEN_FAILED') {
  const hook = `export async function resolve(name, context, next) {
    if (name === 'sqlite3') throw Object.assign(new Error('Could not locate the bindings file'), { code: '${code}' })
    return next(name, context)
  }`
  const dataUrl = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hook))})`
  return { NODE_OPTIONS: `--import ${dataUrl(register)}` }
}
