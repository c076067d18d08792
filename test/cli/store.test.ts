import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createSpaceData } from '@space-data/core'
import { sqlite } from '@space-data/core/sqlite'
import { describe, expect, it } from 'vitest'
import { main } from '../../packages/cli/src/main.ts'
import { haveRedis, startRedis } from '../support/redis.ts'
import { smallDisk } from '../support/small-disk.ts'
import { emptyStore, fakeTerminal, run, tempFolder } from './program.ts'

/** A store with a key of its own and two of an account, in a folder of its own. */
async function filledStore() {
  const folder = await tempFolder()
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/store.sqlite` }
  for (const account of ['', ' --account acme', ' --account acme'])
    expect((await cli(`keys issue --tier hobby --label me${account}`, env)).code).toBe(0)
  const keys = JSON.parse((await cli('keys list --json', env)).stdout) as { id: string; created_at: string }[]
  return { folder, env, keys, newest: keys.at(-1)?.created_at ?? '' }
}

describe('store backup', () => {
  it('writes a copy that is a store, and says what is in it', async () => {
    const { folder, env, keys, newest } = await filledStore()
    const file = `${folder}/copy.sqlite`
    const people = await cli(`store backup ${file}`, env)
    expect(people).toMatchObject({ code: 0, stderr: '' })
    const { size } = await stat(file)
    expect(people.stdout).toBe(
      `file        ${file}\nsize        ${Math.ceil(size / 1_000)} kB\nkeys        3\naccounts    2\nnewest key  ${newest.slice(0, 16).replace('T', ' ')}Z\n`,
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

  it('never writes over a file, and names what is in the way', async () => {
    const { folder, env } = await filledStore()
    await writeFile(`${folder}/mine`, 'mine')
    const wrong: [file: string, why: string][] = [
      [`${folder}/mine`, 'it is there already'],
      [`${folder}/no/x.sqlite`, 'there is no such folder'],
      [folder, 'it is there already'],
    ]
    for (const [file, why] of wrong)
      expect(await cli(`store backup ${file}`, env)).toEqual({
        code: 1,
        stdout: '',
        stderr: `space-data: cannot write ${file}: ${why}\nName a new file in a folder that is there\n`,
      })
    expect(await readFile(`${folder}/mine`, 'utf8')).toBe('mine')
  })

  it('says so when the disk is full, and leaves nothing on it', async ({ skip }) => {
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

  it('is of SQLite alone, and names what there is for others', async ({ skip }) => {
    if (!(await haveRedis())) return skip('redis-server is not installed')
    await using redis = await startRedis()
    const { code, stderr } = await cli(`store backup /tmp/never --store ${redis.url}`, {})
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^space-data: only a SQLite store can be copied to a file, and this is Redis at [^\n]+\nUse store export[^\n]+BGSAVE[^\n]+\n$/,
    )
    expect((await cli('store backup /tmp/never --store memory:', {})).code).toBe(2)
  })
})

describe('store check', () => {
  it('says that nothing is damaged, and how many keys there are', async () => {
    const { folder, env, newest } = await filledStore()
    const at = `${newest.slice(0, 16).replace('T', ' ')}Z`
    expect(await cli('store check', env)).toEqual({
      code: 0,
      stdout: `SQLite at ${folder}/store.sqlite: 3 keys of 2 accounts, the newest ${at}. Nothing is damaged.\n`,
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
  it('go through a file that only its owner can read, and say what they moved', async () => {
    const { folder, env, keys } = await filledStore()
    const file = `${folder}/export.jsonl`
    const counts = { keys: 3, requests: 0, checks: 0, shells: 0 }
    const out = await cli(`store export ${file} --json`, env)
    expect(JSON.parse(out.stdout)).toEqual({ file, ...counts })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const there = `--store sqlite:${folder}/there.sqlite`
    const { code, stdout } = await cli(`store import ${file} ${there} --json`, {})
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({ ...counts, new_keys: 3, overwritten_keys: 0, conflicts: [] })
    expect((await cli(`store import ${file} ${there}`, {})).stdout).toMatch(/^keys +3, 0 of them new\n/)
    expect(JSON.parse((await cli(`keys list --json ${there}`, {})).stdout)).toEqual(keys)
    expect(await cli(`store export ${file}`, env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`cannot write ${file}: it is there already\n`),
    })
  })

  it('tell of keys that differ, and overwrite them when told to', async () => {
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
        `^space-data: keys that are here differ [^\\n]+: ${keys[0]?.id}\\nSee keys show[^\\n]+--overwrite`,
      ),
    )
    expect((await cli(`keys show ${keys[0]?.id} ${there}`, {})).stdout).toMatch(/state +active/)
    expect((await cli(`store import ${file} --overwrite ${there}`, {})).code).toBe(0)
    expect((await cli(`keys show ${keys[0]?.id} ${there}`, {})).stdout).toMatch(/state +revoked/)
  })

  it('refuse what is no whole export, with exit code 1 and two lines', async () => {
    const { folder, env } = await filledStore()
    await cli(`store export ${folder}/whole`, env)
    const whole = await readFile(`${folder}/whole`, 'utf8')
    await writeFile(`${folder}/torn`, whole.slice(0, -20))
    await writeFile(`${folder}/other`, '{}\n')
    const wrong: [file: string, says: string][] = [
      ['torn', `${folder}/torn is refused: it ends in the middle of line 5`],
      ['other', `${folder}/other is refused: line 1: it is no export of this version of space-data`],
      ['none', `the import of ${folder}/none stopped: there is no such file`],
      ['', `the import of ${folder}/ stopped: it is a folder`],
    ]
    for (const [file, says] of wrong)
      expect(await cli(`store import ${folder}/${file} --store sqlite:${folder}/there.sqlite`, {})).toEqual({
        code: 1,
        stdout: '',
        stderr: `space-data: ${says}\nWhat was taken in does no harm: import a whole export, and all is as it should be\n`,
      })
    const screen = fakeTerminal(env)
    expect(await main(['store', 'import'], screen)).toBe(2)
    expect(screen.stderr).toBe(
      'space-data: there is nothing on stdin\nName a file, or pipe store export into it\n',
    )
  })

  it('say so when the disk of the store is full, and go on where there is room', async ({ skip }) => {
    using disk = smallDisk(1)
    if (!disk) return skip('only root can mount a disk of a megabyte')
    const folder = await tempFolder()
    expect((await cli(`store export ${folder}/many`, await manyKeys())).code).toBe(0)
    const there = await emptyStore(`${disk.path}/there.sqlite`)
    const full = await cli(`store import ${folder}/many --store ${there}`, {})
    expect(full).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('stopped: the disk of the store is full\nWhat was taken in'),
    })
    expect((await cli(`store check --store ${there}`, {})).code).toBe(0)
    const moved = `sqlite:${folder}/moved.sqlite`
    expect((await cli(`store import ${folder}/many --store ${moved}`, {})).code).toBe(0)
  })
})

it('what a program prints on stdout is the export alone', async () => {
  const { env, folder } = await filledStore()
  const { code, stdout, stderr } = await run(['store', 'export'], env)
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(5)
  expect(stderr).toBe(
    `Exported 3 keys, 0 daily counts, 0 check reports, 0 shell runs from SQLite at ${folder}/store.sqlite\n`,
  )
})

/** The place of a store with more keys than a disk of a megabyte has room for. */
async function manyKeys(): Promise<Record<string, string>> {
  const store = `sqlite:${await tempFolder()}/many.sqlite`
  const spaceData = createSpaceData({ store: await sqlite(store.replace('sqlite:', '')) })
  const order = { tier: 'enterprise', label: 'x'.repeat(100) }
  await Promise.all(Array.from({ length: 3_000 }, () => spaceData.keys.issue(order)))
  await spaceData.close()
  return { SPACE_DATA_STORE: store }
}

async function cli(line: string, env: Record<string, string>) {
  const terminal = fakeTerminal(env)
  const code = await main(line.split(' '), terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}
