import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpaceData } from '@space-data/core'
import { everything } from '@space-data/core/features'
import { sqlite } from '@space-data/core/sqlite'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import { start } from '../../support/child.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { emptyStore, fakeTerminal, inProcess, main, run, serveInProcess, tempFolder } from '../program.ts'

it('a backup and an export fail on a full disk without leaving a file', async ({ skip }) => {
  using disk = smallDisk(1)
  if (!disk) return skip('only root can mount a disk of a megabyte')
  await writeFile(`${disk.path}/full`, new Uint8Array(1_048_576 - 16_384))
  const env = await manyKeys()
  const file = `${disk.path}/copy`
  expect(await cli(`store backup ${file}`, env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`cannot write ${file}: the disk is full\n`),
  })
  expect(await cli(`store export ${file}`, env)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`cannot write ${file}: the disk is full\n`),
  })
  expect(await readdir(disk.path)).toEqual(['full'])
})

it('an import fails on a full disk, and succeeds with disk space', async ({ skip }) => {
  using disk = smallDisk(1)
  if (!disk) return skip('only root can mount a disk of a megabyte')
  const folder = await tempFolder()
  expect((await cli(`store export ${folder}/many`, await manyKeys())).code).toBe(0)
  const there = await emptyStore(`${disk.path}/there.sqlite`)
  const full = await cli(`store import ${folder}/many --store ${there}`, {})
  expect(full).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      / failed after [\d,]+ of 3,000 records: the disk of the store is full\nFix the problem and import the same/,
    ),
  })
  expect((await cli(`store check --store ${there}`, {})).code).toBe(0)
  const moved = `sqlite:${folder}/moved.sqlite`
  expect((await cli(`store import ${folder}/many --store ${moved}`, {})).code).toBe(0)
})

it('an import from a pipe names the folder that is full', async ({ skip }) => {
  using disk = smallDisk(1)
  if (!disk) return skip('only root can mount a disk of a megabyte')
  const folder = await tempFolder()
  await cli(`store export ${folder}/whole`, await manyKeys())
  await writeFile(`${disk.path}/full`, new Uint8Array(1_048_576))
  vi.stubEnv('TMPDIR', disk.path)
  onTestFinished(() => void vi.unstubAllEnvs())
  const whole = await readFile(`${folder}/whole`)
  async function* input() {
    yield whole
  }
  const terminal = { ...fakeTerminal(), input: input() }
  expect(await main(['store', 'import', '--store', `sqlite:${folder}/there.sqlite`], terminal)).toBe(1)
  expect(terminal.stderr).toBe(
    `space-data: cannot keep stdin in ${disk.path} while it is checked: the disk is full\n` +
      'Nothing was written to the store. Set TMPDIR to a folder with space, or pass a file\n',
  )
  expect(await readdir(disk.path)).toEqual(['full'])
  expect((await cli(`keys list --json --store sqlite:${folder}/there.sqlite`, {})).stdout).toBe('[]\n')
})

it('an import from a pipe that has a name reads it once', async () => {
  const folder = await tempFolder()
  const fifo = `${folder}/fifo`
  const store = `sqlite:${folder}/there.sqlite`
  const env = await manyKeys()
  await cli(`store export ${folder}/whole`, env)
  const writing = start('sh', ['-c', `mkfifo ${fifo} && echo made && cat ${folder}/whole > ${fifo}`])
  await writing.says(/made/)
  onTestFinished(() => writing[Symbol.asyncDispose]())
  expect(await cli(`store import ${fifo} --store ${store}`, {})).toMatchObject({ code: 0, stderr: '' })
  const listed = async (own: Record<string, string>) => (await cli('keys list --json', own)).stdout
  expect(await listed({ SPACE_DATA_STORE: store })).toBe(await listed(env))
})

it('a server names the full disk of its store, and what to do', async ({ skip }) => {
  using disk = smallDisk(2)
  if (!disk) return skip('only root can mount a disk of two megabytes')
  const store = `${disk.path}/there.sqlite`
  const server = await serveInProcess(['--sample', '--no-jobs', '--store', `sqlite:${store}`], {})
  await fill(disk.path)
  const statusOf = async (label: string) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': label }
    const response = await fetch(`${server.url}/v1/keys`, {
      method: 'POST',
      headers,
      body: `{"label":"${label}"}`,
    })
    return [response.status, await response.json()]
  }
  const [status, body] = await statusOf('me')
  expect(status).toBe(503)
  expect(body).toMatchObject({ error: 'store_unavailable', message: expect.not.stringContaining(disk.path) })
  expect((await server.stop()).stderr).toContain(
    `The store is unavailable at the moment: SQLITE_FULL: the disk of ${store} is full; free some space\n`,
  )
})

it('a command that cannot open its store for want of room says so', async ({ skip }) => {
  using disk = smallDisk(1)
  if (!disk) return skip('only root can mount a disk of a megabyte')
  const store = `${disk.path}/there.sqlite`
  const options = ['--store', `sqlite:${store}`]
  expect((await run(['keys', 'issue', ...options], {})).code).toBe(0)
  await fill(disk.path)
  expect(await run(['keys', 'list', ...options], {})).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `space-data: cannot use ${store}: the disk is full\nFree some space, or set another path with --store\n`,
  })
})

/** Writes as much as there is room for, in smaller and smaller pieces. */
async function fill(folder: string): Promise<void> {
  for (let size = 1_048_576; size >= 1_024; size /= 2)
    for (let piece = 0; await fits(`${folder}/full-${size}-${piece}`, size); piece += 1);
}

async function fits(file: string, size: number): Promise<boolean> {
  return writeFile(file, new Uint8Array(size)).then(
    () => true,
    () => false,
  )
}

let many: Promise<Record<string, string>> | undefined
let manyFolder: string | undefined
afterAll(async () => {
  if (manyFolder !== undefined) await rm(manyFolder, { recursive: true, force: true })
})

/** Returns a store with more keys than fit on a disk of a megabyte, which is only read. */
function manyKeys(): Promise<Record<string, string>> {
  many ??= createMany()
  return many
}

async function createMany(): Promise<Record<string, string>> {
  manyFolder = await mkdtemp(join(tmpdir(), 'space-data-test-'))
  const store = `sqlite:${manyFolder}/many.sqlite`
  const spaceData = createSpaceData({
    features: everything,
    store: await sqlite(store.replace('sqlite:', '')),
  })
  const order = { tier: 'enterprise', label: 'x'.repeat(100) }
  await Promise.all(Array.from({ length: 1_500 }, () => spaceData.keys.issue(order)))
  await spaceData.close()
  return { SPACE_DATA_STORE: store }
}

async function cli(line: string, env: Record<string, string>) {
  return inProcess(line.split(' '), env)
}
