import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { main } from '../../packages/cli/src/main.ts'
import { fakeTerminal, run, serve, tempFolder } from './program.ts'

const KEY = /^sd_live_[0-9A-Za-z]{36}$/

describe('keys, in processes of their own beside a server', () => {
  it('are issued, used, listed, shown, and refused within 5 s of being revoked', async () => {
    const store = ['--store', `sqlite:${await tempFolder()}/keys.sqlite`]
    const server = await serve(['--sample', ...store], {})
    const answerTo = (key: string) =>
      fetch(`${server.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } }).then((r) => r.status)

    const issued = await run(
      ['keys', 'issue', '--tier', 'hobby', '--label', 'Acme', '--account', 'acme', ...store],
      {},
    )
    const key = issued.stdout.trim()
    const id = /key_\w+/.exec(issued.stderr)?.[0] ?? ''
    expect(issued.code).toBe(0)
    expect(key).toMatch(KEY)
    expect(issued.stdout).toBe(`${key}\n`)
    expect(issued.stderr).toMatch(/tier hobby, account acme, expires never[\s\S]*shown this once/)
    expect(issued.stderr).not.toContain(key)
    expect(await answerTo(key)).toBe(200)

    const listed = await run(['keys', 'list', ...store], {})
    expect(listed.stdout).toMatch(new RegExp(`^${id} +Acme +hobby +acme +\\d{4}-.*Z +never +active$`, 'm'))
    const shown = await run(['keys', 'show', id, ...store], {})
    expect(shown.stdout).toMatch(/^state +active$/m)
    for (const { stdout, stderr } of [listed, shown])
      expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}|sd_live_/)

    const revoked = await run(['keys', 'revoke', id, ...store], {})
    expect(revoked.code).toBe(0)
    expect(revoked.stdout).toMatch(/^state +revoked$/m)
    const revokedAt = Date.now()
    while ((await answerTo(key)) !== 401 && Date.now() < revokedAt + 6_000) await sleep(100)
    expect(Date.now() - revokedAt).toBeLessThan(5_500)
    expect(await answerTo(key)).toBe(401)
  }, 20_000)

  it('go to the default store when none is named', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const { stderr } = await run(['keys', 'issue', '--tier', 'free', '--label', 'me'], env)
    expect(stderr).toContain(`in SQLite at ${env.XDG_DATA_HOME}/space-data/space-data.sqlite\n`)
    expect(JSON.parse((await run(['keys', 'list', '--json'], env)).stdout)).toHaveLength(1)
    expect(JSON.parse((await run(['keys', 'list', '--json', '--sample'], env)).stdout)).toEqual([])
  })
})

describe('keys', () => {
  it('print JSON without a hash', async () => {
    const env = await freshStore()
    const issued = JSON.parse(
      (await cli('keys issue --tier pro --label me --account a --expires-in 90d --json', env)).stdout,
    )
    const { key, ...record } = issued
    expect(key).toMatch(KEY)
    expect(Object.keys(record)).toEqual([
      'id',
      'label',
      'tier',
      'account',
      'created_at',
      'expires_at',
      'revoked_at',
      'replaces',
    ])
    expect(Date.parse(record.expires_at) - Date.parse(record.created_at)).toBe(90 * 86_400_000)
    expect(JSON.parse((await cli('keys list --json', env)).stdout)).toEqual([record])
    expect(JSON.parse((await cli(`keys show ${record.id} --json`, env)).stdout)).toEqual(record)
    const revoked = JSON.parse((await cli(`keys revoke ${record.id} --json`, env)).stdout)
    expect(revoked).toEqual({ ...record, revoked_at: expect.stringMatching(/Z$/) })
  })

  it('are at most as many per account as the tier allows, revoked ones not counted', async () => {
    const env = await freshStore()
    const issue = () => cli('keys issue --tier hobby --label me --account acme --json', env)
    const first = JSON.parse((await issue()).stdout)
    await issue()
    await issue()
    const fourth = await issue()
    expect(fourth).toMatchObject({ code: 1, stdout: '' })
    expect(fourth.stderr).toMatch(/^space-data: .*3 of 3 keys of tier hobby.*revoke one/)
    await cli(`keys revoke ${first.id}`, env)
    expect((await issue()).code).toBe(0)
  })

  it('say so when there are none', async () => {
    const env = await freshStore()
    const { code, stdout, stderr } = await cli('keys list', env)
    expect(code).toBe(0)
    expect(stdout).toBe('ID  LABEL  TIER  ACCOUNT  CREATED  EXPIRES  STATE\n')
    expect(stderr).toMatch(/^No keys yet in .*space-data keys issue/)
    expect((await cli('keys list --json', env)).stdout).toBe('[]\n')
  })

  it('tell an expired key from an active one', async () => {
    const env = await freshStore()
    await cli('keys issue --tier free --label brief --expires-in 1s', env)
    await sleep(1_050)
    expect((await cli('keys list', env)).stdout).toMatch(/brief .* expired$/m)
  })

  it('are not found by an unknown id, nor repeated when typed instead of one', async () => {
    const env = await freshStore()
    const { stdout: key } = await cli('keys issue --tier free --label me', env)
    for (const command of ['show', 'revoke']) {
      const unknown = await cli(`keys ${command} key_nobody`, env)
      expect(unknown).toMatchObject({ code: 1, stdout: '' })
      expect(unknown.stderr).toBe(
        'space-data: there is no key with the id key_nobody\nSee space-data keys list\n',
      )
      expect((await cli(`keys ${command} ${key.trim()}`, env)).stderr).not.toContain(key.trim())
    }
  })

  it('keep the terminal safe from their labels', async () => {
    const env = await freshStore()
    await main(['keys', 'issue', '--tier', 'free', '--label', 'a\u202eb 日本'], fakeTerminal(env))
    const { stdout } = await cli('keys list', env)
    expect(stdout).toContain('a\ufffdb 日本')
    const terminal = fakeTerminal(env)
    expect(await main(['keys', 'issue', '--tier', 'free', '--label', 'a\u001b[2J'], terminal)).toBe(2)
  })

  it('are revoked when they cannot be printed', async () => {
    const env = await freshStore()
    const full = { ...fakeTerminal(env), out: () => Promise.reject(new Error('the disk is full')) }
    expect(await main(['keys', 'issue', '--tier', 'free', '--label', 'lost'], full)).toBe(1)
    expect(full.stderr).toContain('could not be printed, so it is revoked: the disk is full')
    expect((await cli('keys list', env)).stdout).toMatch(/lost .* revoked$/m)
  })
})

async function freshStore() {
  return { SPACE_DATA_STORE: `sqlite:${await tempFolder()}/keys.sqlite` }
}

async function cli(line: string, env: Record<string, string>) {
  const terminal = fakeTerminal(env)
  const code = await main(line.split(' '), terminal)
  return { code, stdout: terminal.stdout, stderr: terminal.stderr }
}
