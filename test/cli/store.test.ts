import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { start } from '../support/child.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { smallDisk } from '../support/small-disk.ts'
import { emptyStore, fakeTerminal, inProcess, main, run, serveInProcess, tempFolder } from './program.ts'

/** Creates a store with one self-issued key and two of an account. */
async function filledStore() {
  const folder = await tempFolder()
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/store.sqlite` }
  for (const account of ['', ' --account acme', ' --account acme'])
    expect((await cli(`keys issue --tier hobby --label me${account}`, env)).code).toBe(0)
  const keys = JSON.parse((await cli('keys list --json', env)).stdout) as { id: string; created_at: string }[]
  return { folder, env, keys, newest: keys.at(-1)?.created_at ?? '' }
}

describe('store backup', () => {
  it('writes a usable copy and prints its contents', async () => {
    const { folder, env, keys, newest } = await filledStore()
    const file = `${folder}/copy.sqlite`
    const people = await cli(`store backup ${file}`, env)
    expect(people).toMatchObject({ code: 0, stderr: '' })
    const { size } = await stat(file)
    expect(people.stdout).toBe(
      `file        ${file}\nsize        ${Math.ceil(size / 1_000)} kB\nkeys        3\naccounts    2\nnewest key  ${newest.slice(0, 16)}Z\n`,
    )
    const programs = JSON.parse((await cli(`store backup ${folder}/again.sqlite --json`, env)).stdout)
    const { size: bytes } = await stat(`${folder}/again.sqlite`)
    expect(programs).toEqual({
      file: `${folder}/again.sqlite`,
      bytes,
      keys: 3,
      accounts: 2,
      newest_key_at: newest,
    })
    expect((await readdir(folder)).sort()).toEqual(['again.sqlite', 'copy.sqlite', 'store.sqlite'])
    const listed = await cli(`keys list --json --store sqlite:${file}`, {})
    expect(JSON.parse(listed.stdout)).toEqual(keys)
  })

  it('never overwrites a file', async () => {
    const { folder, env } = await filledStore()
    await writeFile(`${folder}/mine`, 'mine')
    const wrong: [file: string, why: string][] = [
      [`${folder}/mine`, 'it already exists'],
      [`${folder}/no/x.sqlite`, 'folder not found'],
      [folder, 'it already exists'],
    ]
    for (const [file, why] of wrong)
      expect(await cli(`store backup ${file}`, env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `space-data: cannot write ${file}: ${why}\nUse a new file in an existing folder\n`,
      })
    expect(await readFile(`${folder}/mine`, 'utf8')).toBe('mine')
  })

  it('fails on a full disk without leaving a file', async ({ skip }) => {
    using disk = smallDisk(1)
    if (!disk) return skip('only root can mount a disk of a megabyte')
    await writeFile(`${disk.path}/full`, new Uint8Array(1_048_576 - 16_384))
    const { env } = await filledStore()
    const file = `${disk.path}/copy`
    expect(await cli(`store backup ${file}`, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`cannot write ${file}: the disk is full\n`),
    })
    expect(await cli(`store export ${file}`, await manyKeys())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`cannot write ${file}: the disk is full\n`),
    })
    expect(await readdir(disk.path)).toEqual(['full'])
  })

  it('rejects other stores with alternatives', async ({ skip }) => {
    if (!(await haveRedis())) return skip('redis-server is not installed')
    await using redis = await startRedis()
    const { code, stderr } = await cli(`store backup /tmp/never --store ${redis.url}`, {})
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: only a SQLite store can be backed up to a file; this is Redis at [^\n]+\nUse store export[^\n]+BGSAVE[^\n]+\n$/,
    )
    expect((await cli('store backup /tmp/never --store memory:', {})).code).toBe(2)
  })
})

describe('store check', () => {
  it('reports no damage and the number of keys', async () => {
    const { folder, env, newest } = await filledStore()
    const at = `${newest.slice(0, 16)}Z`
    expect(await cli('store check', env)).toEqual({
      code: 0,
      stdout: `SQLite at ${folder}/store.sqlite: 3 keys in 2 accounts, newest key ${at}. No damage.\n`,
      stderr: '',
    })
    expect(JSON.parse((await cli('store check --json', env)).stdout)).toEqual({
      findings: [],
      keys: 3,
      accounts: 2,
      newest_key_at: newest,
    })
  })
})

describe('store export and import', () => {
  it('use a file that only its owner can read, and print what was moved', async () => {
    const { folder, env, keys } = await filledStore()
    const file = `${folder}/export.jsonl`
    const counts = {
      keys: 3,
      key_operations: 3,
      daily_counts: 0,
      webhooks: 0,
      custom_shells: 0,
      custom_shell_months: 0,
      check_months: 0,
      shell_runs: 0,
      shell_parts: 0,
      history_days: 0,
      change_days: 0,
      series_days: 0,
      forecast_days: 0,
      outlook_days: 0,
      catalogue_blocks: 0,
      catalogue_months: 0,
      group_months: 0,
      alerts: 0,
      alert_states: 0,
    }
    const out = await cli(`store export ${file} --json`, env)
    expect(JSON.parse(out.stdout)).toEqual({ file, ...counts })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const there = `--store sqlite:${folder}/there.sqlite`
    const { code, stdout } = await cli(`store import ${file} ${there} --json`, {})
    expect(code).toBe(0)
    const outcome = { new_keys: 3, overwritten_keys: 0, new_webhooks: 0, overwritten_webhooks: 0 }
    expect(JSON.parse(stdout)).toEqual({ ...counts, ...outcome, conflicts: [] })
    expect((await cli(`store import ${file} ${there}`, {})).stdout).toMatch(/^keys +3, 0 new\n/)
    expect(JSON.parse((await cli(`keys list --json ${there}`, {})).stdout)).toEqual(keys)
    expect(await cli(`store export ${file}`, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`cannot write ${file}: it already exists\n`),
    })
  })

  it('report differing keys, and replace them with --overwrite', async () => {
    const { folder, env, keys } = await filledStore()
    const [file, there] = [`${folder}/export.jsonl`, `--store sqlite:${folder}/there.sqlite`]
    await cli(`store export ${folder}/before.jsonl`, env)
    await cli(`store import ${folder}/before.jsonl ${there}`, {})
    await cli(`keys revoke ${keys[0]?.id}`, env)
    await cli(`store export ${file}`, env)
    const refused = await cli(`store import ${file} ${there}`, {})
    expect(refused.code).toBe(1)
    expect(refused.stderr).toMatch(
      new RegExp(
        `^space-data: these keys differ [^\\n]+: ${keys[0]?.id}\\nInspect them with keys show[^\\n]+--overwrite`,
      ),
    )
    expect((await cli(`keys show ${keys[0]?.id} ${there}`, {})).stdout).toMatch(/state +active/)
    expect((await cli(`store import ${file} --overwrite ${there}`, {})).code).toBe(0)
    expect((await cli(`keys show ${keys[0]?.id} ${there}`, {})).stdout).toMatch(/state +revoked/)
  })

  it('reject incomplete exports with exit code 1 and two lines', async () => {
    const { folder, env } = await filledStore()
    await cli(`store export ${folder}/whole`, env)
    const whole = await readFile(`${folder}/whole`, 'utf8')
    await writeFile(`${folder}/torn`, whole.slice(0, -20))
    await writeFile(`${folder}/other`, '{}\n')
    const wrong: [file: string, says: string][] = [
      ['torn', `${folder}/torn was rejected: the export is truncated in line 8`],
      [
        'other',
        `${folder}/other was rejected: line 1: not an export that this version of space-data can read`,
      ],
      ['none', `import of ${folder}/none failed: file not found`],
      ['', `import of ${folder}/ failed: it is a folder`],
    ]
    for (const [file, says] of wrong)
      expect(await cli(`store import ${folder}/${file} --store sqlite:${folder}/there.sqlite`, {})).toEqual({
        code: 1,
        stdout: '',
        stderr: `space-data: ${says}\nNothing was written. Import a complete export\n`,
      })
    const listed = await cli(`keys list --json --store sqlite:${folder}/there.sqlite`, {})
    expect(JSON.parse(listed.stdout)).toEqual([])
    const screen = fakeTerminal(env)
    expect(await main(['store', 'import'], screen)).toBe(2)
    expect(screen.stderr).toBe(
      'space-data: no input on stdin\nPass a file, or pipe the output of store export\n',
    )
  })

  it('fail on a full disk, and succeed with disk space', async ({ skip }) => {
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
})

describe('store import from a pipe', () => {
  async function piped(chunks: () => AsyncIterable<Uint8Array>, store: string) {
    const terminal = { ...fakeTerminal({}), input: chunks() }
    const code = await main(['store', 'import', '--store', store], terminal)
    return { code, stderr: terminal.stderr }
  }

  async function scene() {
    const { folder, env, keys } = await filledStore()
    await cli(`store export ${folder}/whole`, env)
    await mkdir(`${folder}/temporary`)
    vi.stubEnv('TMPDIR', `${folder}/temporary`)
    onTestFinished(() => void vi.unstubAllEnvs())
    const whole = await readFile(`${folder}/whole`)
    const store = `sqlite:${folder}/there.sqlite`
    const inStore = async () => JSON.parse((await cli(`keys list --json --store ${store}`, {})).stdout)
    return { folder, keys, whole, store, inStore }
  }

  it('keeps it in a file without a name until all of it is checked, and then writes it', async () => {
    const { folder, keys, whole, store, inStore } = await scene()
    const names: string[] = []
    async function* chunks(until: number) {
      for (let at = 0; at < until; at += 100) {
        yield whole.subarray(at, Math.min(at + 100, until))
        names.push(...(await readdir(`${folder}/temporary`)))
      }
    }
    const torn = await piped(() => chunks(whole.length - 20), store)
    expect(torn).toEqual({
      code: 1,
      stderr:
        'space-data: stdin was rejected: the export is truncated in line 8\n' +
        'Nothing was written. Import a complete export\n',
    })
    expect(await inStore()).toEqual([])
    expect(await piped(() => chunks(whole.length), store)).toEqual({ code: 0, stderr: '' })
    expect(await inStore()).toEqual(keys)
    expect(names).toEqual([])
  })

  it('that has a name is read once, too', async () => {
    const { folder, keys, store, inStore } = await scene()
    const fifo = `${folder}/fifo`
    const writing = start('sh', ['-c', `mkfifo ${fifo} && echo made && cat ${folder}/whole > ${fifo}`])
    await writing.says(/made/)
    onTestFinished(() => writing[Symbol.asyncDispose]())
    expect(await cli(`store import ${fifo} --store ${store}`, {})).toMatchObject({ code: 0, stderr: '' })
    expect(await inStore()).toEqual(keys)
  })

  it('names the folder that is missing or full', async ({ skip }) => {
    const { folder, whole, store, inStore } = await scene()
    async function* all() {
      yield whole
    }
    vi.stubEnv('TMPDIR', `${folder}/none`)
    const remedy = 'Nothing was written to the store. Set TMPDIR to a folder with space, or pass a file\n'
    expect(await piped(all, store)).toEqual({
      code: 1,
      stderr: `space-data: cannot keep stdin in ${folder}/none while it is checked: folder not found\n${remedy}`,
    })
    vi.unstubAllEnvs()
    using disk = smallDisk(1)
    if (!disk) return skip('only root can mount a disk of a megabyte')
    await writeFile(`${disk.path}/full`, new Uint8Array(1_048_576))
    vi.stubEnv('TMPDIR', disk.path)
    expect(await piped(all, store)).toEqual({
      code: 1,
      stderr: `space-data: cannot keep stdin in ${disk.path} while it is checked: the disk is full\n${remedy}`,
    })
    expect(await readdir(disk.path)).toEqual(['full'])
    expect(await inStore()).toEqual([])
  })
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
    `The store is unavailable right now: SQLITE_FULL: the disk of ${store} is full; free some space`,
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

it('stdout contains the export only', async () => {
  const { env, folder } = await filledStore()
  const { code, stdout, stderr } = await run(['store', 'export'], env)
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(8)
  expect(stderr).toBe(`Exported 3 keys, 3 key operations from SQLite at ${folder}/store.sqlite\n`)
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
  const spaceData = createSpaceData({ store: await sqlite(store.replace('sqlite:', '')) })
  const order = { tier: 'enterprise', label: 'x'.repeat(100) }
  await Promise.all(Array.from({ length: 1_500 }, () => spaceData.keys.issue(order)))
  await spaceData.close()
  return { SPACE_DATA_STORE: store }
}

async function cli(line: string, env: Record<string, string>) {
  return inProcess(line.split(' '), env)
}
