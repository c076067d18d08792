import { providers, tiers } from '@space-data/core'
import { describe, expect, it } from 'vitest'
import { fakeTerminal, inProcess, main } from './program.ts'

const COMMANDS = [
  [],
  ['serve'],
  ['keys'],
  ['keys', 'issue'],
  ['keys', 'list'],
  ['keys', 'show'],
  ['keys', 'revoke'],
  ['keys', 'rotate'],
  ['keys', 'usage'],
  ['accounts'],
  ['accounts', 'list'],
  ['accounts', 'show'],
  ['accounts', 'set-tier'],
  ['tiers'],
  ['config'],
  ['status'],
  ['doctor'],
  ['openapi'],
  ['shell'],
  ['shell', 'run'],
  ['shell', 'status'],
  ['shell', 'show'],
  ['shell', 'diff'],
  ['shell', 'synth'],
]

describe('help', () => {
  it.each(COMMANDS.map((words) => [words.join(' '), words]))(
    'of "%s" has an example',
    async (name, words) => {
      const terminal = fakeTerminal()
      expect(await main([...words, '--help'], terminal)).toBe(0)
      expect(terminal.stdout).toContain(`Usage: space-data${name && ` ${name}`} `)
      expect(terminal.stdout).toMatch(/\nExample:\n {2}space-data \w+/)
      expect(terminal.stderr).toBe('')
    },
  )

  it('every printing command has --json', async () => {
    for (const words of COMMANDS.filter(
      (words) => words.length > 0 && !['keys', 'accounts', 'shell'].includes(words.join()),
    )) {
      const terminal = fakeTerminal()
      await main([...words, '--help'], terminal)
      expect(terminal.stdout, words.join(' ')).toContain('--json')
    }
  })

  it('names every provider and every tier', async () => {
    const terminal = fakeTerminal()
    await main(['serve', '--help'], terminal)
    await main(['keys', 'issue', '--help'], terminal)
    const prose = terminal.stdout.replace(/\s+/g, ' ')
    for (const name of [...Object.keys(providers), ...Object.keys(tiers)]) expect(prose).toContain(name)
  })

  it('goes to stderr with exit code 2 without a command', async () => {
    const terminal = fakeTerminal()
    expect(await main([], terminal)).toBe(2)
    expect(terminal.stdout).toBe('')
    expect(terminal.stderr).toContain('Usage: space-data')
  })
})

describe('bad usage', () => {
  const wrong: [args: string, says: RegExp][] = [
    ['sevre', /unknown command 'sevre'.*serve/],
    ['serve --prot 1', /unknown option '--prot'.*--port[\s\S]*See space-data serve --help/],
    ['serve --port eighty', /--port takes a whole number from 0 to 65535, not "eighty"/],
    ['serve --port 65536', /--port takes/],
    ['serve --port', /argument missing/],
    ['serve --trusted-hops -1', /--trusted-hops takes/],
    ['serve --trusted-proxies proxy.example', /--trusted-proxies takes a comma-separated list/],
    ['serve now', /too many arguments/],
    ['serve --store redi://me:secret@host', /--store takes memory:, sqlite:PATH, .*, not "redi:\/\/…@host"/],
    ['serve --store redis://me:se/cret@host', /--store: Invalid Redis URL: use redis:/],
    ['serve --store postgres://me:se/cret@host', /--store: Invalid Postgres URL: use postgres:/],
    [
      'serve --store data.sqlite',
      /--store takes memory:, sqlite:PATH, redis:\/\/HOST or postgres:\/\/HOST\/DATABASE/,
    ],
    ['serve --store sqlite:', /--store takes/],
    [
      'serve --upstream noaa=http://localhost',
      /unknown upstream "noaa"\nUse swpc, gfz, celestrak, launch-library, donki/,
    ],
    ['serve --upstream swpc', /--upstream takes ID=URL/],
    ['serve --upstream swpc=localhost:80', /http or https URL/],
    ['serve --upstream swpc=ftp://localhost', /http or https URL/],
    ['serve --upstream swpc=http://me:secret@localhost', /without a query or user name/],
    ['serve --upstream swpc=http://localhost/?x=1', /without a query/],
    ['status --upstream nobody=http://localhost', /unknown upstream "nobody"\nUse swpc/],
    ['status --store memory:', /memory is not shared/],
    ['keys list --store memory:', /memory is not shared[\s\S]*sqlite:PATH/],
    ['keys issue --tier gold --label me', /unknown tier "gold"[\s\S]*free, hobby, pro/],
    ['keys issue --tier free --label me --expires-in 90', /such as 90d, 12h, 30m or 45s/],
    ['keys issue --tier free --label me --expires-in 0d', /such as 90d/],
    ['keys show', /missing required argument 'id'/],
    ['status --watch 0', /--watch takes a whole number from 1 to 3600, not "0"/],
    ['doctor', /missing required argument 'base_url'[\s\S]*See space-data doctor --help/],
    ['doctor localhost:8787', /http or https URL/],
    ['doctor http://me:secret@localhost', /without a query or user name/],
    ['doctor http://localhost?key=x', /without a query/],
    ['doctor http://localhost --key secret', /--key is not a key: keys have no spaces/],
    ['doctor http://localhost --key-file nowhere', /cannot read nowhere: file not found/],
    ['doctor http://localhost --key x --key-file y', /exclude each other/],
    ['keys rotate key_1 --grace 400d', /--grace takes a duration of at most 365d, such as/],
    ['keys rotate key_1 --grace 1', /--grace takes a duration/],
    ['keys usage', /missing required argument 'id\|account'/],
    ['accounts set-tier acme gold', /unknown tier "gold"[\s\S]*free, hobby, pro/],
    ['config --port eighty', /--port takes a whole number from 0 to 65535, not "eighty"/],
  ]

  it.each(wrong)('%s', async (args, says) => {
    const terminal = fakeTerminal()
    expect(await main(args.split(' '), terminal)).toBe(2)
    expect(terminal.stdout).toBe('')
    expect(terminal.stderr).toMatch(says)
    expect(terminal.stderr).toMatch(/^space-data: [^\n]+\n([^\n]+\n)?$/)
  })

  it.each([
    ['SPACE_DATA_PORT', 'http'],
    ['SPACE_DATA_TRUSTED_HOPS', 'two'],
    ['SPACE_DATA_STORE', 'mysql://localhost'],
    ['SPACE_DATA_UPSTREAM_LAUNCH_LIBRARY', 'localhost'],
  ])('in %s names the variable', async (variable, value) => {
    const terminal = fakeTerminal({ [variable]: value })
    expect(await main(['serve'], terminal)).toBe(2)
    expect(terminal.stderr).toContain(`space-data: ${variable} takes`)
  })

  it('prints a stack only with SPACE_DATA_DEBUG', async () => {
    const terminal = fakeTerminal({ SPACE_DATA_DEBUG: '1' })
    await main(['serve', '--port', 'x'], terminal)
    expect(terminal.stderr).toMatch(/\n {4}at /)
  })
})

describe('the program', () => {
  it('prints its version', async () => {
    const { code, stdout } = await inProcess(['--version'], {})
    expect(await inProcess(['version'], {})).toMatchObject({ code, stdout })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })

  it('prints the whole OpenAPI document, indented or on one line', async () => {
    const [people, programs] = await Promise.all([
      inProcess(['openapi'], {}),
      inProcess(['openapi', '--json'], {}),
    ])
    const document = JSON.parse(people.stdout)
    expect(document.openapi).toMatch(/^3\.1/)
    expect(JSON.parse(programs.stdout)).toEqual(document)
    expect(programs.stdout.trimEnd()).not.toContain('\n')
    expect(people.code).toBe(0)
  })
})
