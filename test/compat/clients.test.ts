import { execFileSync } from 'node:child_process'
import { json2satrec } from 'satellite.js'
import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

/**
 * What programs of others request and read, with the host replaced. They were run unmodified against a server
 * of the sample; these tests send the same requests and read the same places.
 */
const service = async (compat: readonly ('celestrak' | 'swpc' | 'swpc-2025')[]) => {
  const { ask } = await testService({ compat }, stoppedClock())
  return async (path: string) => {
    const { status, json, text } = await ask('GET', path)
    expect(status).toBe(200)
    return { json, text }
  }
}

describe('nasa-swpc-exporter (cznewt/nasa-swpc-exporter, docker/files/swpc.py of 2026-02)', () => {
  test('reads the last row of the removed tables, by position', async () => {
    const get = await service(['swpc-2025'])
    const plasma = (await get('/products/solar-wind/plasma-1-day.json')).json.at(-1)
    const mag = (await get('/products/solar-wind/mag-1-day.json')).json.at(-1)
    // Density, speed, temperature; Bx, By, Bz.
    for (const value of [...plasma.slice(1, 4), ...mag.slice(1, 4)]) expect(Number(value)).not.toBeNaN()
    expect(Number(plasma[2])).toBeGreaterThan(200)
  })

  test('reads Kp at the second place of the last row, which the file of 2026 does not have', async () => {
    const path = '/products/noaa-planetary-k-index.json'
    const kp = Number((await (await service(['swpc-2025']))(path)).json.at(-1)[1])
    expect(kp).toBeGreaterThanOrEqual(0)
    expect((await (await service(['swpc']))(path)).json.at(-1)[1]).toBeUndefined()
  })

  test('finds the newest flux of each energy from the end on', async () => {
    const get = await service(['swpc-2025'])
    const xrays = (await get('/json/goes/primary/xrays-1-day.json')).json
    const protons = (await get('/json/goes/primary/integral-protons-1-day.json')).json
    const newest = (rows: { energy: string; flux: number }[], energy: string) =>
      rows.findLast((row) => row.energy === energy)?.flux
    expect(newest(xrays, '0.1-0.8nm')).toBeGreaterThan(0)
    expect(newest(protons, '>=10 MeV')).toBeGreaterThan(0)
    expect(newest(xrays, '0.05-0.4nm')).toBeUndefined()
  })
})

test('allsky_spaceweather (AllskyTeam/allsky-modules of 2026-05) reads lists and objects', async () => {
  for (const set of ['swpc', 'swpc-2025'] as const) {
    const get = await service([set])
    const valueIn = (row: Record<string, string>, place: number, name: string) =>
      Number(Array.isArray(row) ? row[place] : row[name])
    const wind = (await get('/products/solar-wind/plasma-6-hour.json')).json.at(-1)
    const kp = (await get('/products/noaa-planetary-k-index.json')).json.at(-1)
    const field = (await get('/products/solar-wind/mag-6-hour.json')).json.at(-1)
    expect(valueIn(wind, 2, 'speed')).toBeGreaterThan(200)
    expect(valueIn(kp, 1, 'Kp')).toBeLessThanOrEqual(9)
    expect(valueIn(field, 3, 'bz_gsm')).toBeLessThan(100)
  }
})

describe('trackers', () => {
  test.each([
    // KStars (data/satellites.dat), Gpredict (src/sat-cfg.c), XEphem (issue 103), KeepTrack.
    '/NORAD/elements/gp.php?GROUP=stations&FORMAT=tle',
    '/NORAD/elements/gp.php?GROUP=weather&FORMAT=tlet',
    '/NORAD/elements/stations.txt',
    // Stellarium asks in upper case.
    '/NORAD/elements/gp.php?GROUP=STATIONS&FORMAT=TLE',
  ])('%s is whole triples of lines', async (path) => {
    const lines = (await (await service(['celestrak']))(path)).text.trimEnd().split(/\r?\n/)
    expect(lines.length % 3).toBe(0)
    expect(lines.every((line, i) => i % 3 === 0 || line.startsWith(`${i % 3} `))).toBe(true)
  })

  test('SatDump (satdump_cfg.json of 2026-08) asks for FORMAT=omm of a group and of a number', async () => {
    const get = await service(['celestrak'])
    for (const query of ['GROUP=active', 'CATNR=25544'])
      expect((await get(`/NORAD/elements/gp.php?${query}&FORMAT=omm`)).text).toContain('<NORAD_CAT_ID>25544<')
  })

  test('satellite.js takes the JSON of every active satellite', async () => {
    const { json } = await (await service(['celestrak']))('/NORAD/elements/gp.php?GROUP=active&FORMAT=json')
    expect(json.length).toBeGreaterThan(100)
    for (const omm of json) expect(json2satrec(omm).error).toBe(0)
  })
})

const hasPythonSgp4 = (() => {
  try {
    execFileSync('python3', ['-c', 'import sgp4.omm'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('skipped: there is no python3 with the package sgp4')
    return false
  }
})()

/** Prints the position of each object at its epoch, from CSV and from XML. */
const PROGRAM = `
import io, json, sys
from sgp4 import omm
from sgp4.api import Satrec
texts = json.load(sys.stdin)
def positions(rows):
    found = {}
    for fields in rows:
        sat = Satrec()
        omm.initialize(sat, fields)
        found[sat.satnum] = sat.sgp4(sat.jdsatepoch, sat.jdsatepochF)[1]
    return found
print(json.dumps([positions(omm.parse_csv(io.StringIO(texts['csv']))), positions(omm.parse_xml(io.StringIO(texts['xml'])))]))
`

test.skipIf(!hasPythonSgp4)(
  'the package python-sgp4 reads CSV and XML alike, six digits included',
  async () => {
    const get = await service(['celestrak'])
    const texts = {
      csv: (await get('/NORAD/elements/gp.php?GROUP=stations&FORMAT=csv')).text,
      xml: (await get('/NORAD/elements/gp.php?GROUP=stations&FORMAT=xml')).text,
    }
    const output = execFileSync('python3', ['-c', PROGRAM], {
      input: JSON.stringify(texts),
      encoding: 'utf8',
    })
    const [csv, xml] = JSON.parse(output)
    expect(xml).toEqual(csv)
    expect(Object.keys(csv)).toContain('25544')
    expect(Object.keys(csv).some((id) => Number(id) > 99_999)).toBe(true)
  },
)
