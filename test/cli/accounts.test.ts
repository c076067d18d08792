import { writeFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { dataHome, inProcess, serveInProcess, setClockAhead, tempFolder } from './program.ts'

describe('accounts, with a running server', () => {
  it("are listed with today's requests, and moved to another tier", async () => {
    const store = ['--store', `sqlite:${await tempFolder()}/keys.sqlite`]
    const server = await serveInProcess(['--sample', '--no-jobs', ...store], {})
    const self = await fetch(`${server.url}/v1/keys`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"label":"me"}',
    }).then((response) => response.json() as Promise<{ key: string }>)
    const ask = () => fetch(`${server.url}/shell/diff`, { headers: { 'x-api-key': self.key } })
    expect((await ask()).headers.get('ratelimit-policy')).toBe('"day";q=1000;w=86400')

    const listed = await inProcess(['accounts', 'list', ...store], {})
    expect(listed).toMatchObject({ code: 0, stderr: '' })
    const [titles, ...accounts] = listed.stdout.trimEnd().split('\n')
    expect(titles).toMatch(/^ACCOUNT +TIER +KEYS +REQUESTS TODAY$/)
    // The server's demo key has an account, too.
    expect(accounts.map((line) => line.replace(/^key_\w{12} +/, '')).sort()).toEqual([
      'free  1 of 1  0 of 1,000 requests',
      'free  1 of 1  1 of 1,000 requests',
    ])
    const [, name = ''] = /^(key_\w+).* 1 of 1,000/m.exec(listed.stdout) ?? []
    const shown = await inProcess(['accounts', 'show', name, '--json', ...store], {})
    expect(JSON.parse(shown.stdout)).toMatchObject({
      account: name,
      tier: 'free',
      live_keys: 1,
      max_keys: 1,
      requests_today: 1,
      keys: [{ id: name, label: 'me' }],
    })
    expect(listed.stdout + shown.stdout).not.toMatch(/[0-9a-f]{64}|sd_live_/)

    const moved = await inProcess(['accounts', 'set-tier', name, 'pro', ...store], {})
    expect(moved).toMatchObject({ code: 0, stderr: '' })
    expect(moved.stdout).toMatch(/^tier +pro\nkeys +1 of 10$/m)
    // A server uses what it has read of a key for five seconds.
    setClockAhead(5_000)
    expect((await ask()).headers.get('ratelimit-policy')).toBe('"day";q=1000000;w=86400')
  })
})

describe('accounts', () => {
  it('report unknown tiers and accounts', async () => {
    const env = await freshStore()
    for (const label of ['a', 'b']) await cli(`keys issue --tier hobby --label ${label} --account acme`, env)
    expect(await cli('accounts set-tier acme free', env)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'space-data: account acme has 2 live keys, but tier free allows 1\nRevoke 1 first\n',
    })
    expect(await cli('accounts set-tier acme gold', env)).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^space-data: unknown tier "gold"\nTiers: free, hobby, pro, [^\n]*\n$/),
    })
    for (const line of ['accounts show nobody', 'accounts set-tier nobody pro']) {
      expect(await cli(line, env)).toEqual({
        code: 1,
        stdout: '',
        stderr: 'space-data: there is no account nobody\nSee: space-data accounts list\n',
      })
    }
  })

  it('print a hint when there are none', async () => {
    const env = await dataHome()
    const { code, stdout, stderr } = await cli('accounts list', env)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'ACCOUNT  TIER  KEYS  REQUESTS TODAY\n' })
    expect(stderr).toMatch(/^No accounts yet in .*space-data keys issue/)
    expect((await cli('accounts list --json', env)).stdout).toBe('[]\n')
  })

  it('may be in a configured tier, in every command', async () => {
    const env = await freshStore()
    const file = `${await tempFolder()}/c.json`
    const gold = { requests_per_day: 5, keys: 1, price: '1 per month', support: 'None' }
    await writeFile(file, JSON.stringify({ tiers: { gold, hobby: { keys: 1 } } }))
    const configured = { ...env, SPACE_DATA_CONFIG: file }
    expect((await cli('keys issue --tier gold --label a --account acme', env)).code).toBe(2)
    expect((await cli('keys issue --tier gold --label a --account acme', configured)).code).toBe(0)
    expect((await cli('keys issue --tier gold --label b --account acme', configured)).stderr).toMatch(
      /^space-data: account acme already has 1 of 1 keys in tier gold\nRevoke one first\n$/,
    )
    expect(await cli('keys issue --tier hobby --label c --account acme', env)).toMatchObject({
      code: 1,
      stderr:
        'space-data: account acme is in tier gold\nMove it first: space-data accounts set-tier acme hobby\n',
    })
    expect((await cli('accounts list', configured)).stdout).toMatch(/acme +gold +1 of 1 +0 of 5 requests/)
    const document = await cli(`openapi --json --config ${file}`, env)
    expect(document.stdout).toContain('"enterprise","gold"]')
    expect((await cli('openapi --json', env)).stdout).not.toContain('gold')
  })
})

async function freshStore() {
  return { SPACE_DATA_STORE: `sqlite:${await tempFolder()}/keys.sqlite` }
}

async function cli(line: string, env: Record<string, string>) {
  return inProcess(line.split(' '), env)
}
