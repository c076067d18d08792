import { describe, expect, it } from 'vitest'
import { dataHome, run, serve } from './program.ts'

describe('commands that print data', () => {
  it.each([
    [
      'kp',
      /^Kp +\d\.\d+\nas of +.* ago, 20\d\d-\d\d-\d\dT\d\d:\d\dZ\nsource +NOAA SWPC .*\(sample\)\nvalid until /,
    ],
    ['wind', /^speed +[\d.]+ km\/s\ndensity +[\d.]+ \/cm³\n/],
    ['mag', /^Bz \(GSM\) +-?[\d.]+ nT$/m],
    ['xray', /^flare class +[ABCMX]\d/m],
    ['proton', /^flux +[\d.]+ pfu$/m],
    ['launches', /^NET +KNOWN TO THE +STATUS +LAUNCH\n.*20\d\d-\d\d-\d\dT/],
    ['events', /^START +KIND +CLASS +SPEED +SOURCE +ID\n/],
    ['object 25544', /^inclination +[\d.]+°$/m],
    ['tle stations', /^ISS \(ZARYA\)\n1 25544U .+\n2 25544 .+\n/],
  ])('%s, without a server', async (words, shown) => {
    const env = await dataHome()
    const { code, stdout, stderr } = await run([...words.split(' '), '--sample'], env)
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(shown)
  })

  it('print the JSON of the API with --json', async () => {
    const env = await dataHome()
    const { stdout } = await run(['kp', '--sample', '--json'], env)
    expect(Object.keys(JSON.parse(stdout))).toEqual(['source', 'fetched_at', 'valid_until', 'data'])
    const tle = JSON.parse((await run(['tle', 'stations', '--sample', '--json'], env)).stdout)
    expect(tle[0].NORAD_CAT_ID).toBe(25544)
  })

  it('ask a server with --base and a key, and say how to get one', async () => {
    const env = await dataHome()
    const server = await serve(['--sample', '--no-jobs'], env)
    const refused = await run(['kp', '--base', server.url], env)
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(`Get a key: curl -d '{"label":"me"}'`)
    const { stdout: key } = await run(['keys', 'issue', '--sample', '--tier', 'free', '--label', 'me'], env)
    const { code, stdout } = await run(['kp', '--base', server.url], { ...env, SPACE_DATA_KEY: key.trim() })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Kp /)])
  })

  it.each([
    [['object', 'abc', '--sample'], 1, /Invalid norad_id/],
    [['tle', 'no-such-group', '--sample'], 1, /Unknown TLE group/],
    [['kp', '--base', 'ftp://host'], 2, /--base takes an http or https URL/],
    [
      ['kp', '--base', 'http://127.0.0.1:1'],
      1,
      /cannot reach http:\/\/127\.0\.0\.1:1: .*\nIs the server running\?/,
    ],
    [['kp', '--key-file', 'x', '--sample'], 2, /--key-file needs --base/],
    [['now', '--at', 'here', '--sample'], 1, /at/],
  ])('%s exits %i and says why in one or two lines', async (words, status, why) => {
    const env = await dataHome()
    const { code, stdout, stderr } = await run(words, env)
    expect([code, stdout]).toEqual([status, ''])
    expect(stderr).toMatch(why)
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(2)
  })

  it('now is one screen, of a server as of the library', async () => {
    const env = await dataHome()
    const server = await serve(['--sample', '--no-jobs'], env)
    const own = await run(['now', '--sample', '--at', '48.1,11.6'], env)
    expect(own.stdout).toMatch(/^Space-Data \(sample\) /)
    expect(own.stdout).toContain('Passes of the ISS at 48.1° N, 11.6° E')
    const served = await run(['now', '--base', server.url], env)
    expect(served.stdout).toMatch(/^Kp index +\d/m)
    expect(served.stdout).toBe(await (await fetch(server.url)).text())
  })
})
