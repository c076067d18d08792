import { describe, expect, it } from 'vitest'
import {
  dataHome,
  fakeTerminal,
  inProcess,
  main,
  serveInProcess,
  setClockAhead,
  tempFolder,
} from './program.ts'

/** How long a server uses what it has read of a key. */
const KEY_TTL_MS = 5_000

const KEY = /^sd_live_[0-9A-Za-z]{36}$/

describe('keys, with a running server', () => {
  it('are issued, used, listed, shown, and rejected within 5 s after revocation', async () => {
    const store = ['--store', `sqlite:${await tempFolder()}/keys.sqlite`]
    const server = await serveInProcess(['--sample', '--no-jobs', ...store], {})
    const answerTo = (key: string) =>
      fetch(`${server.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } }).then((r) => r.status)

    const issued = await inProcess(
      ['keys', 'issue', '--tier', 'hobby', '--label', 'Acme', '--account', 'acme', ...store],
      {},
    )
    const key = issued.stdout.trim()
    const id = /key_\w+/.exec(issued.stderr)?.[0] ?? ''
    expect(issued.code).toBe(0)
    expect(key).toMatch(KEY)
    expect(issued.stdout).toBe(`${key}\n`)
    expect(issued.stderr).toMatch(/tier hobby, account acme, expires never[\s\S]*not shown again/)
    expect(issued.stderr).not.toContain(key)
    expect(await answerTo(key)).toBe(200)

    const listed = await inProcess(['keys', 'list', ...store], {})
    expect(listed.stdout).toMatch(
      new RegExp(`^${id} +Acme +hobby +acme +(just now|\\d+ s ago) +never +active$`, 'm'),
    )
    const shown = await inProcess(['keys', 'show', id, ...store], {})
    expect(shown.stdout).toMatch(/^state +active$/m)
    for (const { stdout, stderr } of [listed, shown])
      expect(stdout + stderr).not.toMatch(/[0-9a-f]{64}|sd_live_/)

    const revoked = await inProcess(['keys', 'revoke', id, ...store], {})
    expect(revoked.code).toBe(0)
    expect(revoked.stdout).toMatch(/^state +revoked$/m)
    setClockAhead(KEY_TTL_MS)
    expect(await answerTo(key)).toBe(401)
  })

  it('go to the default store when none is named', async () => {
    const env = { XDG_DATA_HOME: await tempFolder() }
    const { stderr } = await inProcess(['keys', 'issue'], env)
    expect(stderr).toContain(`in SQLite at ${env.XDG_DATA_HOME}/space-data/space-data.sqlite\n`)
    const issued = JSON.parse((await inProcess(['keys', 'list', '--json'], env)).stdout)
    expect(issued).toEqual([
      expect.objectContaining({ tier: 'free', label: expect.stringMatching(/^\S+@\S+$/) }),
    ])
    expect((await inProcess(['keys', 'list', '--json', '--sample'], env)).stderr).toContain(
      `there is no store at ${env.XDG_DATA_HOME}/space-data/space-data-sample.sqlite\n`,
    )
  })
})

describe('keys', () => {
  it('are pruned 30 days after their end', async () => {
    const env = await freshStore()
    await cli('keys issue --tier pro --label me', env)
    const prune = async (flags = '') => (await cli(`keys prune ${flags}`.trim(), env)).stdout
    expect(await prune()).toBe('0 of 1 keys deleted (revoked or expired at least 30 days ago)\n')
    expect(JSON.parse(await prune('--json'))).toEqual({ checked: 1, pruned: 0, dry_run: false })
    await cli('keys issue --tier pro --label short --expires-in 1s', env)
    setClockAhead(31 * 86_400_000)
    expect(await prune('--dry-run')).toBe(
      '1 of 2 keys would be deleted (revoked or expired at least 30 days ago)\n',
    )
    expect(JSON.parse(await prune('--json'))).toEqual({ checked: 2, pruned: 1, dry_run: false })
    expect(JSON.parse((await cli('keys list --json', env)).stdout)).toMatchObject([{ label: 'me' }])
  })

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

  it('are limited per account by tier, not counting revoked ones', async () => {
    const env = await freshStore()
    const issue = () => cli('keys issue --tier hobby --label me --account acme --json', env)
    const first = JSON.parse((await issue()).stdout)
    await issue()
    await issue()
    const fourth = await issue()
    expect(fourth).toMatchObject({ code: 1, stdout: '' })
    expect(fourth.stderr).toMatch(/^space-data: .*3 of 3 keys in tier hobby\nRevoke one first\n$/)
    await cli(`keys revoke ${first.id}`, env)
    expect((await issue()).code).toBe(0)
  })

  it('print a hint when there are none', async () => {
    const env = await dataHome()
    const { code, stdout, stderr } = await cli('keys list', env)
    expect(code).toBe(0)
    expect(stdout).toBe('ID  LABEL  TIER  ACCOUNT  CREATED  EXPIRES  STATE\n')
    expect(stderr).toMatch(/^No keys yet in .*space-data keys issue/)
    expect((await cli('keys list --json', env)).stdout).toBe('[]\n')
  })

  it('are shown as expired or active', async () => {
    const env = await freshStore()
    await cli('keys issue --tier free --label brief --expires-in 1s', env)
    setClockAhead(1_050)
    expect((await cli('keys list', env)).stdout).toMatch(/brief .* expired$/m)
  })

  it('are reported as unknown without repeating a key typed as id', async () => {
    const env = await freshStore()
    const { stdout: key } = await cli('keys issue --tier free --label me', env)
    for (const command of ['show', 'revoke', 'rotate']) {
      const unknown = await cli(`keys ${command} key_nobody`, env)
      expect(unknown).toMatchObject({ code: 1, stdout: '' })
      expect(unknown.stderr).toBe(
        'space-data: there is no key with the id key_nobody\nSee: space-data keys list\n',
      )
      expect((await cli(`keys ${command} ${key.trim()}`, env)).stderr).not.toContain(key.trim())
    }
    const nobody = await cli('keys usage nobody', env)
    expect(nobody).toMatchObject({ code: 1, stdout: '' })
    expect(nobody.stderr).toBe('space-data: there is no account nobody\nSee: space-data accounts list\n')
    expect((await cli(`keys usage ${key.trim()}`, env)).stderr).not.toContain(key.trim())
  })

  it('have sanitized labels', async () => {
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
    expect(full.stderr).toContain('could not be printed and was revoked: the disk is full')
    expect((await cli('keys list', env)).stdout).toMatch(/lost .* revoked$/m)
  })
})

describe('keys that are rotated', () => {
  it('both work, only the new one is on stdout, the old one expires; usage covers both', async () => {
    const store = ['--store', `sqlite:${await tempFolder()}/keys.sqlite`]
    const server = await serveInProcess(['--sample', '--no-jobs', ...store], {})
    const answerTo = (key: string) =>
      fetch(`${server.url}/v1/space-weather/kp`, { headers: { 'x-api-key': key } }).then((r) => r.status)
    const issued = await inProcess(
      ['keys', 'issue', '--tier', 'hobby', '--label', 'A', '--account', 'acme', ...store],
      {},
    )
    const old = issued.stdout.trim()
    const id = /key_\w+/.exec(issued.stderr)?.[0] ?? ''
    expect(await answerTo(old)).toBe(200)

    const rotated = await inProcess(['keys', 'rotate', id, '--grace', '3s', ...store], {})
    const fresh = rotated.stdout.trim()
    expect(rotated).toMatchObject({ code: 0, stdout: `${fresh}\n` })
    expect(fresh).toMatch(KEY)
    expect(fresh).not.toBe(old)
    expect(rotated.stderr).toMatch(
      new RegExp(
        `^Issued key key_\\w+: tier hobby, account acme.*\\n.*\\nThe replaced key ${id} ends in .*Z; all`,
      ),
    )
    expect(rotated.stderr).not.toMatch(/sd_live_/)
    let uses = 0
    for (; uses < 200; uses += 2)
      expect(await Promise.all([answerTo(fresh), answerTo(old)])).toEqual([200, 200])
    setClockAhead(KEY_TTL_MS)
    expect(await Promise.all([answerTo(fresh), answerTo(old)])).toEqual([200, 401])
    uses += 1
    console.log(`FIGURE rotation beside a server: ${uses} requests, 0 refused until the old key ended`)

    const usage = async () =>
      JSON.parse((await inProcess(['keys', 'usage', 'acme', '--json', ...store], {})).stdout)
    const day = new Date().toISOString().slice(0, 10)
    // What the server has counted ahead comes back once it is idle. Unless midnight has passed in between:
    await expect
      .poll(
        async () => {
          const { days, requests_today } = await usage()
          return days[0].day === day ? requests_today : uses + 1
        },
        { timeout: 10_000, interval: 200 },
      )
      .toBe(uses + 1)
    const [byId, shown] = await Promise.all([
      inProcess(['keys', 'usage', id, ...store], {}),
      inProcess(['keys', 'show', id, ...store], {}),
    ])
    const counted = await usage()
    expect(counted).toMatchObject({ account: 'acme', tier: 'hobby', requests_per_day: 50_000 })
    expect(counted.days).toHaveLength(30)
    expect(byId.stdout).toMatch(
      /^account +acme\ntier +hobby\ntoday +[\d,]+ of 50,000 requests\nlast 30 days +[\d,]+\n\n/,
    )
    expect(byId.stdout).toMatch(/^20\d\d-\d\d-\d\d +[\d,]+ +#{40}$/m)
    expect(shown.stdout).toMatch(/^replaced by +key_\w+\nstate +expired$/m)
  })

  it('are shown in grace, and cannot be rotated again', async () => {
    const env = await freshStore()
    const { id } = JSON.parse((await cli('keys issue --tier pro --label me --account a --json', env)).stdout)
    const fresh = JSON.parse((await cli(`keys rotate ${id} --json`, env)).stdout)
    expect(fresh).toMatchObject({ key: expect.stringMatching(KEY), replaces: id, account: 'a', tier: 'pro' })
    const [first] = JSON.parse((await cli('keys list --json', env)).stdout)
    const left = Date.parse(first.expires_at) - Date.parse(fresh.created_at)
    expect(Math.abs(left - 86_400_000)).toBeLessThan(5_000)
    expect((await cli('keys list', env)).stdout).toMatch(/in grace\n.* active$/m)
    expect((await cli(`keys show ${id}`, env)).stdout).toMatch(/^state +in grace$/m)
    const again = await cli(`keys rotate ${id}`, env)
    expect(again).toMatchObject({ code: 1, stdout: '' })
    expect(again.stderr).toBe(
      `space-data: key ${id} has already been replaced by ${fresh.id}\nRotate that key instead, or revoke it first\n`,
    )
  })

  it('stay as they were when the new key cannot be printed', async () => {
    const env = await freshStore()
    const before = JSON.parse((await cli('keys issue --tier pro --label me --json', env)).stdout)
    const full = { ...fakeTerminal(env), out: () => Promise.reject(new Error('the disk is full')) }
    expect(await main(['keys', 'rotate', before.id, '--grace', '0s'], full)).toBe(1)
    expect(full.stderr).toMatch(/could not be printed and was revoked.*unchanged: the disk is full\n$/)
    const { key: _, ...record } = before
    const [old, fresh] = JSON.parse((await cli('keys list --json', env)).stdout)
    expect(old).toEqual(record)
    expect(fresh.revoked_at).not.toBeNull()
  })
})

async function freshStore() {
  return { SPACE_DATA_STORE: `sqlite:${await tempFolder()}/keys.sqlite` }
}

async function cli(line: string, env: Record<string, string>) {
  return inProcess(line.split(' '), env)
}
