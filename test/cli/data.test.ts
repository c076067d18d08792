import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatNet } from '../../packages/cli/src/data/launch-table.ts'
import { paintNow } from '../../packages/cli/src/data/paint-now.ts'
import { fakeSleep } from '../support/fake-sleep.ts'
import { beginInProcess, dataHome, inProcess, serveInProcess, sharedFolder } from './program.ts'

describe('commands that print data', () => {
  const home = sharedFolder()
  const sample = (words: string) => inProcess([...words.split(' '), '--sample'], { XDG_DATA_HOME: home() })

  it.each([
    [
      'kp',
      /^Kp +\d\.\d\d\nas of +.* ago, 20\d\d-\d\d-\d\dT\d\d:\d\dZ\nsource +NOAA SWPC .*\(sample\)\nvalid until /,
    ],
    ['wind', /^speed +[\d.]+ km\/s\ndensity +[\d.]+ \/cm³\n/],
    ['mag', /^Bz \(GSM\) +-?[\d.]+ nT$/m],
    ['xray', /^flux +\d\.\d\de-\d W\/m²\nflare class +[ABCMX]\d/],
    ['proton', /^flux +(\d{1,3}|\d\.\d{1,2}|\d\d\.\d|0\.\d+) pfu$/m],
    ['electrons', /^flux +[\d.]+ pfu$/m],
    ['flux', /^flux +\d+ sfu\nmean 90 day +\d+ sfu\nas of /],
    ['sunspots', /^sunspot number +\d+\nsunspot area +\d+ millionths\n/m],
    ['a-index', /^A index +\d+\n/],
    [
      'notices --in-force --limit 2',
      /^ISSUED \(UTC\) +KIND +SCALE +IN FORCE UNTIL +NOTICE\n(\d\d \w{3} \d\d:\d\d +(alert|warning|watch) +([GSR]\d|–) +\d\d \w{3} \d\d:\d\d .*\n){2}\n/,
    ],
    ['launches', /^NET +PRECISION +STATUS +LAUNCH\n.*20\d\d-\d\d-\d\dT/],
    [
      'launches --previous --days 30 --status success',
      /^NET +PRECISION +STATUS +LAUNCH\n.* ago, 20\d\d-\d\d-\d\dT.* success +\S/,
    ],
    ['people', /^NAME +AGENCY +FROM +WHERE +SINCE\nSample Astronaut \d+ +\w+ +[A-Z]{3} +\w.* ago, 20/],
    ['events', /^START +KIND +CLASS +SPEED +SOURCE +ID\n/],
    ['launches --ics', /^BEGIN:VCALENDAR\r\n/],
    ['object 25544', /^inclination +[\d.]+°\n[\s\S]*\n\n1 25544U .{60}\n2 25544 .{61}\n\n/m],
    ['object 25544 --format kvn', /^OBJECT_NAME += ISS \(ZARYA\)$/m],
    ['object 25544 20580 999999', /^name +HST\n[\s\S]*^name +ISS \(ZARYA\)\n[\s\S]*^not published: 999999$/m],
    [
      'passes 25544 --at 48.1,11.6',
      /^RISES +FROM +HIGHEST +SETS +VISIBLE +OBJECT\n(in .*|.* ago), 20.*Z +[NESW]+ +\d\d:\d\d \d+° [NESW]+ +\d\d:\d\d [NESW]+ .*ISS \(ZARYA\)\n/,
    ],
    ['passes 25544 999999 --at -33.9,151.2 --visible --days 10', /^no elements for 999999\. /m],
    ['passes 25544 --at 48.1,11.6 --frequency-mhz 145.8', / \+3\.\d\d to -3\.\d\d kHz /],
    ['passes hubble --at 28.5,-80.6 --days 1', / HST\n/],
    ['passes 20580 --at 48.1,11.6', /^20580 HST: no pass in 3 d, it rises to \d° at most\n/],
    ['passes 25544 --at 48.1,11.6 --ics', /^BEGIN:VCALENDAR\r\n/],
    [
      'above --at 48.1,11.6 --group active --min-elevation-deg 0',
      /^ELEVATION +AZIMUTH +RANGE +SUNLIT +NUMBER +OBJECT\n\d+° +\d+° [NESW]+ +\d+ km +(yes|no) +\d+ +\S/,
    ],
    ['tle stations --format csv', /^OBJECT_NAME,OBJECT_ID,EPOCH,[^\n]*\nISS \(ZARYA\),1998-067A,/],
    ['tle stations', /^ISS \(ZARYA\)\n1 25544U .+\n2 25544 .+\n/],
  ])('%s, without a server', async (words, shown) => {
    const { code, stdout, stderr } = await sample(words)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(shown)
  })

  it('print the value of an instant with --at', async () => {
    const now = await sample('wind --json')
    const { as_of, speed_km_s } = JSON.parse(now.stdout).data
    const { code, stdout } = await sample(`wind --json --at ${as_of}`)
    expect([code, JSON.parse(stdout).data]).toMatchObject([0, { as_of, speed_km_s }])
    const early = await sample('wind --at 2020-01-01')
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining(
        'no value is recorded from 2019-12-31T21:00:00.000Z to 2020-01-01T00:00:00.000Z',
      ),
    ])
  })

  it('print what their options select', async () => {
    const print = async (words: string) => (await sample(words)).stdout
    const rowsOf = (table: string) => table.split('\n\n')[0]?.split('\n').slice(1) ?? []

    const flares = rowsOf(await print('events --kind flare --min-class X1 --limit 2'))
    expect(flares).toEqual(Array(2).fill(expect.stringMatching(/ flare +X\d/)))
    const launches = rowsOf(await print('launches --provider spacex --status go,tbc --limit 3'))
    expect(launches.length).toBeGreaterThan(0)
    expect(launches.length).toBeLessThanOrEqual(3)
    expect(launches).toEqual(launches.map(() => expect.stringMatching(/ (go|tbc) +\S/)))
    expect(rowsOf(await print('launches --provider nobody'))).toEqual([])
  })

  it('print the JSON of the API with --json', async () => {
    const { stdout } = await sample('kp --json')
    expect(Object.keys(JSON.parse(stdout))).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    const now = JSON.parse((await sample('now --json')).stdout)
    expect(Object.keys(now)).toEqual([
      ...['current', 'scales', 'kp', 'kp_gfz', 'wind', 'mag', 'xray', 'proton'],
      ...['probabilities', 'outlook', 'regions', 'arrivals', 'notices', 'launches'],
    ])
    expect(now.scales.data.observed).toMatchObject({ g_scale: expect.stringMatching(/^G\d$/) })
    expect(now.arrivals.data.stated_error_hours).toBe(7)
    expect(now.notices.data).toMatchObject({ count: now.notices.data.in_force_count })
    expect(Object.values(now)).not.toContain(null)
    expect(now.kp).toEqual(JSON.parse(stdout))
    const tle = JSON.parse((await sample('tle stations --json')).stdout)
    expect(tle[0].NORAD_CAT_ID).toBe(25544)
  })

  it('ask a server with --base and a key, and say how to get one', async () => {
    const env = await dataHome()
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    const refused = await inProcess(['kp', '--base', server.url], env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`Get a key: curl -d '{"label":"me"}'`)
    const { stdout: key } = await inProcess(
      ['keys', 'issue', '--sample', '--tier', 'free', '--label', 'me'],
      env,
    )
    const { code, stdout } = await inProcess(['kp', '--base', server.url], {
      ...env,
      SPACE_DATA_KEY: key.trim(),
    })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Kp /)])
  })

  it('print again with --watch once the data have expired, until SIGINT', async () => {
    let kp = 0
    const server = createServer((_, response) => {
      kp += 1
      const data = { kp, as_of: new Date().toISOString() }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ source: 'a test', valid_until: new Date().toISOString(), data }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const env = await dataHome()
    const { advance } = fakeSleep()
    const watch = ['kp', '--watch', '--base', `http://127.0.0.1:${port}`]
    const { stdout, stop } = beginInProcess(watch, env)
    const printed = async () => {
      await advance(1_000)
      return stdout().match(/^Kp /gm)?.length
    }
    await expect.poll(printed).toBeGreaterThan(2)
    const finished = await stop()
    expect([finished.code, finished.stderr]).toEqual([0, ''])
    expect(finished.stdout).toMatch(/^Kp +1\.00\n[\s\S]*^Kp +2\.00\n/m)
  })

  it.each([
    [['events', '--limit', '0', '--sample'], 2, /: invalid limit: expected 1 to 1000\n/],
    [['launches', '--ics', '--limit', '1'], 2, /'--ics' cannot be used with option '--limit <n>'/],
    [['launches', '--ics', '--previous'], 2, /'--ics' cannot be used with option '--previous'/],
    [['launches', '--days', '3', '--sample'], 2, /--days needs --previous/],
    [['tle', 'stations', '--format', 'csv', '--json'], 2, /'--format <format>' cannot be used with/],
    [['object', '1', '2', '--format', 'csv', '--sample'], 2, /--format takes one object/],
    [['object', 'abc', '--sample'], 2, /: invalid norad_id/],
    [['tle', 'no-such-group', '--sample'], 1, /: unknown TLE group/],
    [['kp', '--base', 'ftp://host'], 2, /--base takes an http or https URL/],
    [
      ['kp', '--base', 'http://127.0.0.1:1'],
      1,
      /cannot reach http:\/\/127\.0\.0\.1:1: (?!fetch failed).*\nIs the server running\?/,
    ],
    [['kp', '--key-file', 'x', '--sample'], 2, /--key-file needs --base/],
    [['kp', '--base', 'http://127.0.0.1:1', '--key-file', 'x'], 2, /cannot read x: file not found/],
    [['now', '--at', 'here', '--sample'], 2, /at/],
    [['now', '--at', '48.1,11.6', '--json', '--sample'], 2, /'--json' cannot be used with option '--at/],
  ])('%s exits %i and says why in one or two lines', async (words, status, why) => {
    const { code, stdout, stderr } = await inProcess(words, { XDG_DATA_HOME: home() })
    expect([code, stdout]).toEqual([status, ''])
    expect(stderr).toMatch(why)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  })

  it('now is one screen, of a server as of the library', async () => {
    const env = await dataHome()
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    const own = await sample('now --at 48.1,11.6')
    expect(own.stdout).toMatch(/^Space-Data \(sample\) /)
    expect(own.stdout).toContain('Passes of the ISS at 48.1° N, 11.6° E')
    const served = await inProcess(['now', '--base', server.url], env)
    expect(served.stdout).toMatch(/^Kp index +\d/m)
    const page = await (await fetch(server.url)).text()
    expect(served.stdout).toBe(page.slice(0, page.indexOf('\nAsk  curl')))
  })

  it('now has the levels of the scales in their colours, and the same words', async () => {
    const { stdout } = await sample('now')
    // Which notices are in force depends on the hour.
    const plain = `${stdout}            WATCH: Geomagnetic Storm Category G4 or Greater Predicted\n`
    const levels = [...plain.matchAll(/^\w+ \w+ +( ([GRS])[0-5] )/gm)].map(([, ...level]) => level)
    expect(levels.map(([, letter]) => letter)).toEqual(['G', 'R', 'S'])
    for (const [colors, ground] of [
      [4, '4[1-3]'],
      [8, String.raw`48;5;\d+`],
      [24, String.raw`48;2;\d+;\d+;\d+`],
    ] as const) {
      const printed = paintNow(plain, colors)
      for (const [badge] of levels)
        expect(printed).toMatch(new RegExp(`\u001b\\[${ground};(?:30|97)m${badge}\u001b\\[0m`))
      expect(printed).toContain('Category G4 or Greater')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours begin with one.
      expect(printed.replace(/\u001b\[[\d;]*m/g, '')).toBe(plain)
    }
  })
})

describe('the planned time of a launch', () => {
  it.each([
    ['second', 'in 3 h, 2026-11-26T05:37Z'],
    ['hour', 'in 3 h, 2026-11-26T05:37Z'],
    ['day', '2026-11-26'],
    ['month', 'November 2026'],
    ['quarter', 'Q4 2026'],
    ['half', 'H2 2026'],
    ['year', '2026'],
    ['decade', '2020s'],
    [null, '2026-11-26'],
  ])('is no more precise than it is known: %s', (net_precision, text) => {
    const launch = { name: 'any', status: 'go', net: '2026-11-26T05:37:00.000Z', net_precision }
    expect(formatNet(launch, Date.parse('2026-11-26T02:37:00Z'))).toBe(text)
  })
})
