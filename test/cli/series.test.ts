import { describe, expect, it } from 'vitest'
import { dataHome, inProcess, serveInProcess, sharedFolder } from './program.ts'

const LINE = /[▁▂▃▄▅▆▇█ ]{50,60}$/

describe('space-data series', () => {
  const home = sharedFolder()

  it.each([
    ['kp', ['Kp', 'Kp (3 hours)']],
    ['wind', ['speed', 'density', 'temperature']],
    ['mag', ['Bt', 'Bx (GSM)', 'By (GSM)', 'Bz (GSM)']],
    ['xray', ['flux']],
    ['proton', ['flux']],
  ])('draws a line for each value of %s, without a server', async (quantity, names) => {
    const words = ['series', quantity, '--last', '7d', '--sample']
    const { code, stdout, stderr } = await inProcess(words, { XDG_DATA_HOME: home() })
    expect([code, stderr]).toEqual([0, ''])
    const [titles = '', ...rows] = stdout.split('\n\n')[0]?.split('\n') ?? []
    expect(titles).toMatch(/LOWEST +HIGHEST +NEWEST +LAST 7d/)
    expect(titles.endsWith(', logarithmic')).toBe(['xray', 'proton'].includes(quantity))
    expect(rows.map((row) => row.split(/ {2,}/)[0])).toEqual(names)
    for (const row of rows) expect(row).toMatch(LINE)
    expect(stdout).toMatch(/\nNOAA SWPC [^\n]+, 20\d\d-\S+T\d\d:\d\dZ to 20\S+Z\n$/)
  })

  it('prints CSV by minute, and JSON with a step', async () => {
    const env = { XDG_DATA_HOME: home() }
    const csv = await inProcess(['series', 'mag', '--csv', '--last', '30m', '--sample'], env)
    const [header, ...lines] = csv.stdout.trimEnd().split('\n')
    expect(header).toBe('time,bt_nt,bx_gsm_nt,by_gsm_nt,bz_gsm_nt')
    expect(lines).toHaveLength(30)
    expect(lines[0]).toMatch(/^20[\dT:-]+:00\.000Z,-?[\d.]+,/)
    const json = await inProcess(
      ['series', 'xray', '--json', '--last', '2d', '--step', '1h', '--sample'],
      env,
    )
    const { data } = JSON.parse(json.stdout)
    expect([data.step_seconds, data.time.length]).toEqual([3_600, 48])
  })

  it('asks a server, and says when nothing is recorded', async () => {
    const env = await dataHome()
    const server = await serveInProcess(['--sample', '--no-jobs'], env)
    const { stdout: key } = await inProcess(
      ['keys', 'issue', '--sample', '--tier', 'free', '--label', 'me'],
      env,
    )
    const withKey = { ...env, SPACE_DATA_KEY: key.trim() }
    const ask = (...words: string[]) => inProcess(['series', ...words, '--base', server.url], withKey)
    const nowhere = ['--upstream', 'swpc=http://127.0.0.1:9']
    const empty = await serveInProcess(['--sample', '--no-jobs', ...nowhere], env)
    expect(await inProcess(['series', 'wind', '--base', empty.url], withKey)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^space-data: nothing is recorded from 20\S+Z to 20\S+Z\nA server records while it runs/,
      ),
    })
    await inProcess(['wind', '--base', server.url], withKey)
    expect((await ask('wind')).stdout).toMatch(/^speed /m)
    expect((await ask('wind', '--last', '3h', '--step', '90s')).stderr).toContain(
      'invalid step: expected a multiple of 1m',
    )
  })

  it('rejects other quantities, and times that are too long', async () => {
    const env = { XDG_DATA_HOME: home() }
    expect(await inProcess(['series', 'dst', '--sample'], env)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'series takes kp, wind, mag, xray, proton, electrons, kp/gfz, flux, sunspots, a-index, not "dst"',
      ),
    })
    expect((await inProcess(['series', 'kp', '--last', '32d', '--sample'], env)).code).toBe(2)
  })
})
