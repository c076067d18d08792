import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  dataHome,
  emptyStore,
  fakeTerminal,
  inProcess,
  main,
  serveInProcess,
  sharedFolder,
  tempFolder,
} from './program.ts'

const PATIENCE = { timeout: 120_000 }

describe('a manual shell run', () => {
  it('prints nothing with --quiet, the value with --json as well, and errors', PATIENCE, async () => {
    const folder = await tempFolder()
    const env = { SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
    const file = `${folder}/c.csv`
    await inProcess(['shell', 'synth', '100', file, '--at', '2026-11-21'], env)
    const [, row = ''] = (await readFile(file, 'utf8')).split('\n')
    await appendFile(file, `${row.replace(/2026-\d\d-\d\dT[^,]*/, 'some day')}\n`)
    const job = ['--at', '2026-11-21', '--workers', '1', '--accept-size']
    const words = ['shell', 'run', '--catalogue', file, ...job]
    const loud = await inProcess(words, env)
    expect([loud.code, loud.stderr]).toEqual([
      0,
      expect.stringContaining('skipped 1 record: object 200001: EPOCH has no usable value'),
    ])

    expect(await inProcess([...words, '--quiet'], env)).toMatchObject({ code: 0, stdout: '', stderr: '' })
    const value = await inProcess([...words, '--quiet', '--json'], env)
    expect(JSON.parse(value.stdout)).toMatchObject({ stats: { catalogue: 100 } })
    expect(value.stderr).toBe('')
    const wrong = await inProcess(['shell', 'run', '--catalogue', `${folder}/none.csv`, '--quiet'], env)
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/^space-data: .*none\.csv/)])
  })

  it('leads from a synthetic catalogue to the responses of a server on the same file', PATIENCE, async () => {
    const folder = await tempFolder()
    const env = { HOME: folder, SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
    const [first, second] = [`${folder}/first.csv`, `${folder}/second.csv`]
    const at = '2026-11-21T03:17Z'
    const synth = await inProcess(['shell', 'synth', '400', first, '--at', at], env)
    expect([synth.code, synth.stdout]).toEqual([0, `Wrote 400 synthetic objects to ${first}\n`])
    const [header, ...objects] = (await readFile(first, 'utf8')).split('\r\n')
    await writeFile(second, [header, ...objects.slice(10)].join('\r\n'))

    await emptyStore(`${folder}/data.sqlite`)
    const none = await inProcess(['shell', 'show', '550'], env)
    expect([none.code, none.stderr]).toEqual([1, expect.stringMatching(/^[^\n]+\n[^\n]+shell run\n$/)])

    const job = ['--at', '2026-11-21', '--workers', '1', '--accept-size']
    const computing = ['shell', 'run', '--catalogue', first, ...job]
    const running = await inProcess(computing, env)
    expect([running.code, running.stderr]).toEqual([0, expect.not.stringContaining('space-data:')])
    expect(running.stdout).toMatch(/^published +run \S+\n24 hours from +2026-11-21T00:00Z\nobjects +400\n/)

    const { url } = await serveInProcess(['--no-jobs'], env)
    const issued = await inProcess(['keys', 'issue', '--tier', 'enterprise', '--label', 'test'], env)
    const ask = async (path: string) => {
      const response = await fetch(`${url}${path}`, { headers: { 'x-api-key': issued.stdout.trim() } })
      return { status: response.status, envelope: (await response.json()) as Envelope }
    }
    const density = await ask('/shell/density/550')
    expect(density.status).toBe(200)
    expect(density.envelope.data.bins).toHaveLength(648)
    expect(density.envelope.source).toBe('Catalogue file first.csv')
    expect((await ask('/shell/diff')).status).toBe(404)

    const own = await inProcess(['shell', '550'], env)
    const asked = await inProcess(['shell', '550', '--base', url], {
      ...(await dataHome()),
      SPACE_DATA_KEY: issued.stdout.trim(),
    })
    expect(asked.stderr).toBe('')
    expect(withoutAge(asked.stdout)).toBe(withoutAge(own.stdout))

    const again = await inProcess(['shell', 'run', '--catalogue', second, '--workers', '1', '--json'], env)
    expect(JSON.parse(again.stdout)).toMatchObject({ stats: { catalogue: 390 }, resumed: false })

    const show = await inProcess(['shell', 'show', '550', '--json'], env)
    expect(JSON.parse(show.stdout)).toMatchObject({
      source: 'Catalogue file second.csv',
      data: { altitude_min_km: 550 },
    })
    const map = await inProcess(['shell', 'show', '550'], env)
    expect(map.stdout).toMatch(
      /^shell +550–560 km altitude[\s\S]+\ncomputed +(just now|\d+ s ago), 20\d\d-\S+Z\n/,
    )
    expect(map.stdout.match(/\n +\d+°[NS] [ ░▒▓█]{72}/g)).toHaveLength(18)
    expect(map.stdout).toMatch(
      /\n {7}░░ \S+ {2}▒▒ \S+ {2}▓▓ \S+ {2}██ \S+ to \S+\n {7}objects per billion km³/,
    )

    const latitudes = await inProcess(['shell', '550', '--latitudes'], env)
    expect(latitudes.stdout.match(/\n +\d+°[NS] +[\d.]+ +\S+( {2}[█▉▊▋▌▍▎▏]+)?/g)).toHaveLength(18)

    const profile = await inProcess(['shell', 'show', '--profile'], env)
    expect(profile.stdout).toMatch(/^shells +186, 150–2010 km altitude/)
    expect(profile.stdout.match(/\n *\d+ to \d+ +[\d.]+ +\S+( {2}[█▉▊▋▌▍▎▏]+)?/g)).toHaveLength(38)
    const envelope = JSON.parse((await inProcess(['shell', 'show', '--profile', '--json'], env)).stdout)
    expect(envelope).toMatchObject({ source: 'Catalogue file second.csv' })
    expect(envelope.data.shells).toHaveLength(186)
    const svg = `${folder}/shell.svg`
    const drawn = await inProcess(['shell', 'show', '550', '--svg', svg], env)
    expect([drawn.code, drawn.stdout]).toEqual([0, `Wrote ${svg}\n`])
    expect((await readFile(svg, 'utf8')).match(/<title>/g)).toHaveLength(648)
    const over = await inProcess(['shell', 'show', '550', '--svg', svg, '--json'], env)
    expect([over.code, over.stdout]).toEqual([1, ''])
    expect(over.stderr).toContain('it already exists')

    const diff = await inProcess(['shell', 'diff'], env)
    expect(diff.stdout).toMatch(/\nadded +0\nremoved +10\n/)
    const { data } = JSON.parse((await inProcess(['shell', 'diff', '--json'], env)).stdout)
    expect([data.removed_count, data.removed.length]).toEqual([10, 10])

    const status = await inProcess(['shell', 'status'], env)
    expect(status.stdout).toMatch(
      /\nobjects +390\n[\s\S]+\nrunning +no\nnext run +in \d+ (h|min|s), \S+T03:17Z\n$/,
    )
    expect(JSON.parse((await inProcess(['shell', 'status', '--json'], env)).stdout)).toMatchObject({
      run: { catalogue_epoch: expect.stringMatching(/T00:00:00.000Z$/), counts: { catalogue: 390 } },
      job: { ok: true },
      running: null,
    })
  })

  it(
    'is not computed of a file that may be a part of a catalogue, unless that is meant',
    PATIENCE,
    async () => {
      const folder = await tempFolder()
      const env = { HOME: folder, SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
      const nightOf = async (file: string, ...flags: string[]) => {
        const words = ['shell', 'run', '--catalogue', file, '--at', '2026-11-21', '--workers', '1', ...flags]
        const { code, stdout, stderr } = await inProcess(words, env)
        return { code, stderr, objects: /\nobjects +([\d,]+)/.exec(stdout)?.[1] }
      }
      const fileOf = async (count: string) => {
        const file = `${folder}/${count}.csv`
        await inProcess(['shell', 'synth', count, file, '--at', '2026-11-21'], env)
        return file
      }
      const none = { code: 1, objects: undefined }
      const accept = /; if that is correct, run the job with acceptSize \(shell run --accept-size\)\n$/

      const first = await nightOf(await fileOf('100'))
      expect(first).toMatchObject(none)
      expect(first.stderr).toMatch(
        /^space-data: the catalogue has 100 objects, but a complete catalogue has at least 10000, /,
      )
      expect(first.stderr).toMatch(accept)
      expect(await nightOf(await fileOf('100'), '--accept-size')).toEqual({
        code: 0,
        stderr: '',
        objects: '100',
      })
      expect(await nightOf(await fileOf('80'))).toEqual({ code: 0, stderr: '', objects: '80' })
      const fewer = await nightOf(await fileOf('63'))
      expect(fewer).toMatchObject(none)
      expect(fewer.stderr).toContain('the catalogue has 63 objects, but the usual number is 80')

      const spoilt = `${folder}/spoilt.csv`
      const rows = (await readFile(await fileOf('90'), 'utf8')).trimEnd().split('\r\n')
      const ofTheFirst = (row: string, i: number) => (i > 0 && i < 4 ? row.replace(/,U,/, ',U,x') : row)
      await writeFile(spoilt, rows.map((row, i) => `${ofTheFirst(row, i)}\r\n`).join(''))
      const refused = await nightOf(spoilt)
      expect(refused).toMatchObject(none)
      expect(refused.stderr).toContain('3 of 90 catalogue records are unusable, more than 2 %')
      expect((await nightOf(spoilt, '--accept-size')).objects).toBe('87')
    },
  )

  it('of an Alpha-5 TLE catalogue starts on the day of the catalogue', PATIENCE, async () => {
    const folder = await tempFolder()
    const env = { HOME: folder, SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
    await writeFile(`${folder}/old.tle`, OLD)
    const words = ['shell', 'run', '--catalogue', `${folder}/old.tle`, '--workers', '1', '--accept-size']
    const { code, stdout, stderr } = await inProcess(words, env)
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /old\.tle: skipped 1 record: line \d+: line [12] has a wrong length or checksum\n$/,
      ),
    ])
    expect(stdout).toMatch(/\n24 hours from +2026-06-13T00:00Z\nobjects +2\npropagated +2\n/)
  })
})

describe('errors are one or two lines:', () => {
  const home = sharedFolder()
  beforeAll(() => emptyStore(`${home()}/space-data/space-data.sqlite`))
  const wrong: [args: string, code: number, says: RegExp][] = [
    ['run --catalogue nowhere.csv', 1, /cannot read nowhere.csv: file not found/],
    ['run --catalogue .', 1, /cannot read .: it is a folder/],
    ['run --catalogue package.json', 1, /package.json cannot be used: .*OMM[\s\S]*Use OMM/],
    ['run --workers 0', 2, /--workers takes a whole number from 1 to 64, not "0"/],
    ['run --at noon', 2, /--at takes an instant such as 2026-11-21/],
    ['run --at 2026-02-30', 2, /--at takes an instant/],
    ['run --catalogue', 2, /argument missing[\s\S]*See space-data shell run --help/],
    ['run --store memory:', 2, /memory is not shared/],
    ['show 99', 2, /shell show takes a whole number from 100 to 5000, not "99"/],
    ['show 149', 2, /invalid alt: expected altitude in km, 150 to 2000\.?\nPass the --altitudes/],
    ['show 150 --altitudes 150', 2, /--altitudes takes two multiples of 10/],
    ['show 150 --altitudes 155-200', 2, /--altitudes takes two multiples of 10/],
    ['show', 2, /takes an altitude in km or --profile/],
    ['show 550 --profile', 2, /--profile takes no altitude/],
    ['show 550 --svg', 2, /argument missing/],
    ['show 550 --latitudes --svg x.svg', 2, /'--latitudes' cannot be used with option '--svg <file>'/],
    ['show 550 --svg x.svg --watch', 2, /'--watch' cannot be used with option '--svg <file>'/],
    ['synth 0 x.csv', 2, /shell synth takes a whole number from 1 to 200000/],
    ['synth 5 package.json', 1, /cannot write package.json: it already exists/],
    ['synth 5 nowhere/x.csv', 1, /cannot write nowhere\/x.csv: folder not found/],
    ['statsu', 2, /unknown command 'statsu'.*status/],
  ]

  it.each(wrong)('shell %s', async (args, code, says) => {
    const terminal = fakeTerminal({ XDG_DATA_HOME: home() })
    expect(await main(['shell', ...args.split(' ')], terminal)).toBe(code)
    expect(terminal.stdout).toBe('')
    expect(terminal.stderr).toMatch(says)
    expect(terminal.stderr).toMatch(/^space-data: [^\n]+\n([^\n]+\n)?$/)
  })
})

describe('help', () => {
  it.each(['run', 'status', 'show', 'diff', 'synth'])(
    'of "shell %s" has --json and an example',
    async (name) => {
      const terminal = fakeTerminal()
      expect(await main(['shell', name, '--help'], terminal)).toBe(0)
      expect(terminal.stdout).toContain('--json')
      expect(terminal.stdout).toContain(`\nExample:\n  space-data shell ${name}`)
    },
  )
})

/** What is printed without how long ago it was computed. */
function withoutAge(printed: string): string {
  return printed.replace(/just now|\d+ \w+ ago/, '')
}

interface Envelope {
  readonly source: string
  readonly data: { readonly bins: readonly unknown[] }
}

/** The last line has an invalid checksum. */
const OLD = `0 ISS (ZARYA)
1 25544U 98067A   26164.83523427  .00008738  00000+0  16534-3 0  9990
2 25544  51.6333 316.6832 0004955 182.4672 177.6293 15.49214103571238
INVENTED
1 A5730U 99025A   26164.72786775  .00001410  00000+0  59790-3 0  9996
2 A5730  98.8638 238.2061 0009538 260.9906  99.0195 14.27024302397465
FENGYUN 1C DEB
1 29733U 99025X   26164.32225955  .00001207  00000+0  20374-2 0  9998
2 29733  99.2062 197.5707 0569428 140.2262 244.7825 12.96812870914860
`
