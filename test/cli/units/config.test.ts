import { mkdir, writeFile } from 'node:fs/promises'
import { defaultLimits } from '@space-data/core'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../../packages/cli/src/config/config.ts'
import { ROWS } from '../../../packages/cli/src/config/rows.ts'
import { toServiceOptions } from '../../../packages/cli/src/instance/service.ts'
import { createContext } from '../../../packages/core/src/kernel/instance/create-context.ts'
import { fakeTerminal, inProcess, main, serveInProcess, tempFolder } from '../program.ts'

/** Writes a configuration file to a folder that is removed after the test. */
async function fileWith(settings: unknown, name = 'c.json'): Promise<string> {
  const file = `${await tempFolder()}/${name}`
  await writeFile(file, typeof settings === 'string' ? settings : JSON.stringify(settings))
  return file
}

/** Returns the effective settings by name, as printed by `config --json`. */
async function settings(args: readonly string[], env: Record<string, string> = {}) {
  const terminal = fakeTerminal(env)
  const code = await main(['config', '--json', ...args], terminal)
  expect({ code, stderr: terminal.stderr }).toEqual({ code: 0, stderr: '' })
  const rows: { setting: string; value: unknown; source: string; name: string | null }[] = JSON.parse(
    terminal.stdout,
  )
  return Object.fromEntries(rows.map(({ setting, ...row }) => [setting, row]))
}

describe('the effective settings', () => {
  it('take flags over variables over file over defaults, each with its source', async () => {
    const file = await fileWith({
      port: 1,
      host: '::',
      trusted_hops: 1,
      jobs: true,
      limits: { reference_per_minute: 7, speedtest_per_minute: 8 },
      upstreams: { swpc: 'http://file.example/', donki: 'http://file.example' },
    })
    const env = {
      SPACE_DATA_PORT: '2',
      SPACE_DATA_HOST: 'localhost',
      SPACE_DATA_JOBS: 'false',
      SPACE_DATA_LIMITS_REFERENCE_PER_MINUTE: '9',
      SPACE_DATA_UPSTREAM_SWPC: 'http://variable.example',
      SPACE_DATA_KEY_PREFIX: 'acme_',
      SPACE_DATA_STALE_IF_ERROR: '',
    }
    const found = await settings(
      [
        '--config',
        file,
        '--port',
        '3',
        '--upstream',
        'celestrak=http://flag.example',
        '--stale-if-error',
        '6h',
      ],
      env,
    )
    expect(found).toMatchObject({
      port: { value: 3, source: 'flag', name: '--port' },
      host: { value: 'localhost', source: 'variable', name: 'SPACE_DATA_HOST' },
      trusted_hops: { value: 1, source: 'file', name: file },
      jobs: { value: false, source: 'variable', name: 'SPACE_DATA_JOBS' },
      altitudes: { value: '150-2000', source: 'default', name: null },
      stale_if_error: { value: '6h', source: 'flag', name: '--stale-if-error' },
      key_prefix: { value: 'acme_', source: 'variable', name: 'SPACE_DATA_KEY_PREFIX' },
      'limits.reference_per_minute': { value: 9, source: 'variable' },
      'limits.speedtest_per_minute': { value: 8, source: 'file' },
      'limits.issuance_per_hour': { value: 10, source: 'default' },
      'upstreams.swpc': { value: 'http://variable.example', source: 'variable' },
      'upstreams.celestrak': { value: 'http://flag.example', source: 'flag' },
      'upstreams.donki': { value: 'http://file.example', source: 'file' },
    })
    expect((await settings(['--config', file, '--no-jobs']))['jobs']).toEqual({
      value: false,
      source: 'flag',
      name: '--no-jobs',
    })
  })

  it('contain no password from any source', async () => {
    const url = 'redis://me:sec/ret@redis.example:6379/0'
    const file = await fileWith({ store: url })
    for (const [args, env] of [
      [['--store', url], {}],
      [[], { SPACE_DATA_STORE: url }],
      [['--config', file], {}],
    ] as const) {
      expect((await settings(args, env))['store']?.value).toBe('redis://…@redis.example:6379/0')
    }
  })

  it('contain neither the password for a broker nor the place that is published about', async () => {
    const file = await fileWith({ mqtt: { at: '48.1,11.6', username: 'me', password: 'sec/ret' } })
    const found = await settings(['--config', file])
    expect([found['mqtt.at']?.value, found['mqtt.password']?.value]).toEqual(['…', '…'])
    expect(found['mqtt.username']?.value).toBe('me')
  })

  it('contain no path of an upstream, which may be a token', async () => {
    const file = await fileWith({ upstreams: { swpc: 'https://proxy.example/t/SECRETTOKEN' } })
    expect((await settings(['--config', file]))['upstreams.swpc']?.value).toBe('https://proxy.example/…')
    const plain = await settings(['--upstream', 'donki=http://127.0.0.1:9000'])
    expect(plain['upstreams.donki']?.value).toBe('http://127.0.0.1:9000')
    const { stderr } = await inProcess(
      ['config', '--upstream', 'swpc=https://proxy.example/t/SECRETTOKEN?x'],
      {},
    )
    expect(stderr).not.toContain('SECRETTOKEN')
  })

  it('are printed as a table', async () => {
    const { code, stdout, stderr } = await inProcess(['config', '--trusted-hops', '2'], {
      XDG_DATA_HOME: '/data',
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^SETTING +FROM +VALUE\nalerts +default +none\naltitudes +default +150-2000\n/)
    expect(stdout).toMatch(/^store +default +sqlite:\/data\/space-data\/space-data\.sqlite$/m)
    expect(stdout).toMatch(/^trusted_hops +--trusted-hops +2$/m)
  })

  it('default to those of core', async () => {
    const config = await readConfig({}, fakeTerminal())
    expect(toServiceOptions(config)).toMatchObject({ upstreams: {}, tiers: {}, limits: defaultLimits })
    const rows = ROWS.filter((row) => row.option && row.default !== undefined)
    const options = Object.assign({}, ...rows.map((row) => row.option?.(row.default as never)))
    expect(options).toMatchObject({
      altitudes: { minKm: 150, maxKm: 2_000 },
      keepCatalogues: 0,
      keepSeries: 365,
      staleIfErrorMs: 0,
      keyPrefix: 'sd_live_',
    })
    expect(createContext(options, []).settings).toEqual(createContext({}, []).settings)
  })

  it('take their own defaults', () => {
    const wrong = ROWS.filter((row) => row.default !== undefined && !row.takes.accepts(row.default))
    expect(wrong).toEqual([])
  })
})

it('include the limits of core by name; only those of issuance may be 0', async () => {
  const env = { SPACE_DATA_LIMITS_ISSUANCE_PER_DAY: '0', SPACE_DATA_LIMITS_ISSUANCE_PER_IPV6_NET48: '99' }
  const { limits } = toServiceOptions(await readConfig({}, fakeTerminal(env)))
  expect(limits).toEqual({ ...defaultLimits, issuancePerDay: 0, issuancePerIpv6Net48: 99 })
})

describe('the file', () => {
  it('in the working directory is used, with paths relative to its folder', async () => {
    const folder = await tempFolder()
    await mkdir(`${folder}/elsewhere`)
    await writeFile(`${folder}/space-data.config.json`, '{"store": "sqlite:k.sqlite", "key_prefix": "acme_"}')
    const there = await inFolder(folder, ['keys', 'issue', '--tier', 'free', '--label', 'me'])
    expect(there.stdout).toMatch(/^acme_[0-9A-Za-z]{36}\n$/)
    expect(there.stderr).toContain(`in SQLite at ${folder}/k.sqlite\n`)
    const named = ['--config', '../space-data.config.json']
    const elsewhere = await inFolder(`${folder}/elsewhere`, ['keys', 'list', '--json', ...named])
    expect(JSON.parse(elsewhere.stdout)).toHaveLength(1)
  })

  it('is what a server runs with', async () => {
    const file = await fileWith({
      store: 'memory:',
      jobs: false,
      limits: { reference_per_minute: 2 },
      tiers: { free: { requests_per_day: 3 } },
    })
    const server = await serveInProcess(['--sample', '--no-jobs', '--json', '--config', file], {})
    expect(JSON.parse(server.lines[0] ?? '')).toMatchObject({ store: expect.stringContaining('memory') })
    const statuses = []
    // At most one new minute may begin in between.
    for (let i = 0; i < 5; i += 1) statuses.push((await fetch(`${server.url}/ref/tiers`)).status)
    expect(statuses.slice(0, 2)).toEqual([200, 200])
    expect(statuses).toContain(429)
  })

  it('that is named must exist', async () => {
    for (const [args, env, from] of [
      [['--config', 'nope.json'], {}, '--config'],
      [[], { SPACE_DATA_CONFIG: 'nope.json' }, 'SPACE_DATA_CONFIG'],
    ] as const) {
      for (const command of ['config', 'serve', 'openapi']) {
        const terminal = fakeTerminal(env)
        expect(await main([command, ...args], terminal)).toBe(2)
        expect(terminal.stderr).toBe(`space-data: cannot read nope.json: file not found\nCorrect ${from}\n`)
      }
    }
  })

  const wrong: [settings: unknown, says: RegExp][] = [
    ['{"port": 1', /c\.json is not valid JSON[^\n]*\nExample: \{/],
    ['{"store": "redis://u:secret@h" x', /c\.json is not valid JSON[^\n]*\n/],
    ['', /c\.json is not valid JSON\n/],
    [[1], /c\.json takes an object such as \{"port": 8787\}, not \[1\]\n$/],
    [null, /c\.json takes an object such as \{"port": 8787\}, not null\n$/],
    [{ prot: 1 }, /c\.json: unknown field "prot"\nDid you mean port\?\n$/],
    [{ xyzzy: 1 }, /unknown field "xyzzy"\nFields: port, host, [^\n]*tiers\n$/],
    [{ port: '8080' }, /port in \S+c\.json takes a whole number from 0 to 65535, not "8080"\n$/],
    [{ port: 65_536 }, /port in \S+c\.json takes a whole number from 0 to 65535, not 65536\n$/],
    [
      { trusted_proxies: '10.0.0.0/33' },
      /trusted_proxies in \S+ takes a comma-separated list [^\n]*, not "10\.0\.0\.0\/33"\n$/,
    ],
    [{ trusted_hops: 1.5 }, /trusted_hops in \S+ takes a whole number from 0 to 32, not 1.5\n$/],
    [{ host: '' }, /host in \S+ takes an address, such as 127\.0\.0\.1 or ::, not ""\n$/],
    [{ jobs: 'no' }, /jobs in \S+ takes true or false, not "no"\n$/],
    [
      { altitudes: '1-2' },
      /altitudes in \S+ takes two multiples of 10 from 100 to 5000, such as 150-2000, not/,
    ],
    [
      { stale_if_error: '8d' },
      /stale_if_error in \S+ takes a duration of at most 7d, such as [^\n]*, not "8d"\n$/,
    ],
    [{ security_contact: 'security@space.example' }, /security_contact in \S+ takes a URI such as mailto:/],
    [{ key_prefix: 'a b' }, /key_prefix in \S+ takes 1 to 32 characters of [^\n]*, not "a b"\n$/],
    [{ limits: { issuance_per_hour: 0 } }, /limits\.issuance_per_hour in \S+ takes a whole number from 1 to/],
    [
      { limits: { issuance_per_hours: 1 } },
      /unknown field "limits\.issuance_per_hours"\nDid you mean limits\.issuance_per_hour\?/,
    ],
    [{ limits: [] }, /limits in \S+ takes an object such as \{"reference_per_minute": 600\}, not \[\]\n$/],
    [
      { upstreams: { noaa: 'http://x' } },
      /unknown field "upstreams\.noaa"\nFields: swpc, gfz, celestrak, launch-library, donki\n$/,
    ],
    [
      { upstreams: { swpc: 'http://me:secret@x' } },
      /upstreams\.swpc in \S+ takes an http or https URL [^\n]*, not "http:\/\/…@x"\n$/,
    ],
    [
      { mqtt: { broker: 'mqtt://me:secret@x' } },
      /mqtt\.broker in \S+ takes mqtt:\/\/HOST or mqtts:\/\/HOST, [^\n]*, not "mqtt:\/\/…@x"\n$/,
    ],
    [{ mqtt: { broker: 'http://x' } }, /mqtt\.broker in \S+ takes mqtt:\/\/HOST/],
    [
      { mqtt: { at: '91,secret' } },
      /mqtt\.at in \S+ takes latitude,longitude in degrees, such as 48\.1,11\.6\n$/,
    ],
    [{ mqtt: { password: 5 } }, /mqtt\.password in \S+ takes a password\n$/],
    [
      { mqtt: { topic_prefix: 'a/#' } },
      /mqtt\.topic_prefix in \S+ takes 1 to 64 characters of [^\n]*, not "a\/#"\n$/,
    ],
    [{ mqtt: { host: 'x' } }, /unknown field "mqtt\.host"\nFields: broker, username, password, ca, at, /],
    [
      { mqtt: 'x' },
      /mqtt in \S+ takes an object such as \{"broker": "mqtt:\/\/127\.0\.0\.1:1883"\}, not "x"\n$/,
    ],
    [
      { tiers: { pro: { requests_per_days: 1 } } },
      /unknown field "tiers\.pro\.requests_per_days"\nDid you mean tiers\.pro\.requests_per_day\?/,
    ],
    [
      { tiers: { pro: { keys: 'many' } } },
      /c\.json: tiers\.pro\.keys must be a whole number [^\n]*, not "many"\.\n$/,
    ],
    [{ tiers: { gold: {} } }, /c\.json: tiers\.gold\.requests_per_day is missing\. A new tier needs/],
    [{ tiers: { pro: 5 } }, /tiers\.pro in \S+ takes an object such as [^\n]*, not 5\n$/],
    [
      '{"tiers": {"__proto__": {"keys": 5}}}',
      /c\.json: tiers: a name must have 1 to 32 of [^\n]*, not "__proto__"\.\n$/,
    ],
  ]

  it.each(wrong)('that is invalid is an error naming the field: %j', async (content, says) => {
    const terminal = fakeTerminal()
    expect(await main(['config', '--config', await fileWith(content)], terminal)).toBe(2)
    expect(terminal.stdout).toBe('')
    expect(terminal.stderr).toMatch(says)
    expect(terminal.stderr).toMatch(/^space-data: [^\n]+\n([^\n]+\n)?$/)
    expect(terminal.stderr).not.toContain('secret')
  })

  it('that is invalid ends every command with 2', async () => {
    const file = await fileWith({ jbos: true })
    for (const args of [['serve'], ['keys', 'list'], ['accounts', 'list'], ['status'], ['openapi']]) {
      const { code, stdout, stderr } = await inProcess(args, { SPACE_DATA_CONFIG: file })
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
      expect(stderr).toBe(`space-data: ${file}: unknown field "jbos"\nDid you mean jobs?\n`)
    }
  })
})

it.each([
  ['SPACE_DATA_JOBS', 'maybe', 'takes true or false, not "maybe"'],
  ['SPACE_DATA_LIMITS_ISSUANCE_PER_HOUR', 'x', 'takes a whole number from 1 to 1000000, not "x"'],
  ['SPACE_DATA_STALE_IF_ERROR', 'long', 'takes a duration of at most 7d'],
  [
    'SPACE_DATA_COMPAT',
    'swpc,n2yo',
    'takes one or more of celestrak, swpc, swpc-2025, open-notify, separated',
  ],
  ['SPACE_DATA_UPSTREAM_DONKI', 'ftp://me:secret@x', 'takes an http or https URL'],
])('a wrong %s is told of by the name of the variable', async (variable, value, says) => {
  const terminal = fakeTerminal({ [variable]: value })
  expect(await main(['config'], terminal)).toBe(2)
  expect(terminal.stderr).toContain(`space-data: ${variable} ${says}`)
  expect(terminal.stderr).not.toContain('secret')
})

/** Runs a command in another working directory. */
async function inFolder(folder: string, args: readonly string[]) {
  const before = process.cwd()
  process.chdir(folder)
  try {
    return await inProcess(args, {})
  } finally {
    process.chdir(before)
  }
}
