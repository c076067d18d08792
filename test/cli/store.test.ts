import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeTerminal, inProcess, main, tempFolder } from './program.ts'

interface Filled {
  readonly store: Uint8Array
  readonly keys: readonly { readonly id: string; readonly created_at: string }[]
}

let filled: Promise<Filled> | undefined

/** Fills a store with one self-issued key and two of an account. */
async function fill(): Promise<Filled> {
  const store = `${await tempFolder()}/store.sqlite`
  const env = { SPACE_DATA_STORE: `sqlite:${store}` }
  for (const account of ['', ' --account acme', ' --account acme'])
    expect((await cli(`keys issue --tier hobby --label me${account}`, env)).code).toBe(0)
  return { store: await readFile(store), keys: JSON.parse((await cli('keys list --json', env)).stdout) }
}

/** Creates a copy of a filled store. */
async function filledStore() {
  filled ??= fill()
  const { store, keys } = await filled
  const folder = await tempFolder()
  await writeFile(`${folder}/store.sqlite`, store)
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/store.sqlite` }
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

  it('rejects a store in memory', async () => {
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

  it('names the folder that is missing', async () => {
    const { folder, whole, store } = await scene()
    async function* all() {
      yield whole
    }
    vi.stubEnv('TMPDIR', `${folder}/none`)
    expect(await piped(all, store)).toEqual({
      code: 1,
      stderr:
        `space-data: cannot keep stdin in ${folder}/none while it is checked: folder not found\n` +
        'Nothing was written to the store. Set TMPDIR to a folder with space, or pass a file\n',
    })
    expect(await readdir(folder)).not.toContain('there.sqlite')
  })
})

it('stdout contains the export only', async () => {
  const { env, folder } = await filledStore()
  const { code, stdout, stderr } = await inProcess(['store', 'export'], env)
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(8)
  expect(stderr).toBe(`Exported 3 keys, 3 key operations from SQLite at ${folder}/store.sqlite\n`)
})

async function cli(line: string, env: Record<string, string>) {
  return inProcess(line.split(' '), env)
}
