import { existsSync, readFileSync } from 'node:fs'
import { classOfFlux, flares, sampleFetch, sampleObjects, xrayAt } from '@space-data/sample'
import { json2satrec, type OMMJsonObject, propagate } from 'satellite.js'
import { describe, expect, test } from 'vitest'

type Row = Record<string, unknown>

const NOW = '2026-11-21T01:37:20Z'
const SWPC = 'https://services.swpc.noaa.gov'
const GP = 'https://celestrak.org/NORAD/elements/gp.php'
const LAUNCHES = 'https://ll.thespacedevs.com/2.3.0/launches/upcoming/'
const DONKI = 'https://kauai.ccmc.gsfc.nasa.gov/DONKI/WS/get'

const ask = (url: string, now = NOW) => sampleFetch(() => new Date(now))(url)
const text = async (url: string, now = NOW) => (await ask(url, now)).text()
const rows = async (url: string, now = NOW): Promise<Row[]> => JSON.parse(await text(url, now))

const captures = new URL('../../../../shared/captures/', import.meta.url)
const haveCaptures = existsSync(captures)
if (!haveCaptures)
  console.warn('shared/captures is not beside the checkout: the sample is not compared with it')

describe.skipIf(!haveCaptures)('the sample has the shape of the captured payloads', () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, captures), 'utf8'))

  test.each([
    [`${SWPC}/json/planetary_k_index_1m.json`, 'swpc/planetary_k_index_1m.2026-07-09.json'],
    [`${SWPC}/products/noaa-planetary-k-index.json`, 'swpc/noaa-planetary-k-index.2026-08-01.json'],
    [`${SWPC}/json/rtsw/rtsw_wind_1m.json`, 'swpc/rtsw_wind_1m.2026-10-06.first-23-rows.json'],
    [`${SWPC}/json/rtsw/rtsw_mag_1m.json`, 'swpc/rtsw_mag_1m.2026-10-06.first-20-rows.json'],
    [`${SWPC}/products/summary/solar-wind-speed.json`, 'swpc/summary-solar-wind-speed.2026-08-01.json'],
    [
      `${SWPC}/products/summary/solar-wind-mag-field.json`,
      'swpc/summary-solar-wind-mag-field.2026-08-01.json',
    ],
    [`${SWPC}/json/goes/primary/xrays-6-hour.json`, 'swpc/xrays-6-hour.2026-08-20.json'],
    [`${SWPC}/json/goes/secondary/xrays-6-hour.json`, 'swpc/xrays-6-hour.2026-08-20.json'],
    [
      `${SWPC}/json/goes/primary/integral-protons-6-hour.json`,
      'swpc/integral-protons-6-hour.2026-08-20.json',
    ],
    [
      `${SWPC}/json/goes/secondary/integral-protons-6-hour.json`,
      'swpc/integral-protons-6-hour.2026-08-20.json',
    ],
    [`${GP}?GROUP=stations&FORMAT=json`, 'celestrak/gp-stations.2026-08-06.json'],
    [`${LAUNCHES}?limit=100`, 'launch-library/2.3.0-launches-upcoming.2025-12.one-result.json'],
    [`${DONKI}/CME`, 'donki/cme.2025-09.json'],
    [`${DONKI}/FLR`, 'donki/flr.2025-09.json'],
    [`${DONKI}/SEP`, 'donki/sep.2024-05.json'],
  ])('%s', async (url, capture) => {
    expect(differences(JSON.parse(await text(url)), read(capture))).toEqual([])
  })

  test('the flare list has the fields of the latest flare, except current values', async () => {
    const [latest] = read('swpc/xray-flares-latest.2026-08-06.json') as [Row]
    const current = ['current_class', 'current_ratio']
    const expected = Object.keys(latest).filter((key) => !current.includes(key))
    const [flare] = await rows(`${SWPC}/json/goes/primary/xray-flares-7-day.json`)
    expect(Object.keys(flare!).sort()).toEqual(expected.sort())
  })

  test('CSV has the header, the line ends and the numbers of CelesTrak', async () => {
    const real = readFileSync(new URL('celestrak/gp-active.2026-07-10.csv', captures), 'utf8')
    const sample = await text(`${GP}?GROUP=active&FORMAT=csv`)
    expect(sample.split('\r\n')[0]).toBe(real.split(/\r?\n/)[0])
    const patterns = (csv: string) =>
      csv
        .split(/\r?\n/)
        .slice(1, -1)
        .map((line) =>
          line
            .split(',')
            .slice(2)
            .map((cell) => cell.replace(/\d+/g, '9')),
        )
    const columns = (csv: string) =>
      Array.from({ length: 15 }, (_, i) => new Set(patterns(csv).map((cells) => cells[i])))
    const known = columns(real)
    for (const [i, forms] of columns(sample).entries()) {
      for (const form of forms) expect(known[i], `column ${i + 2}`).toContain(form)
    }
  })
})

describe('SWPC', () => {
  test('the running Kp drops to 0.0 at three-hour boundaries and recovers for half an hour', async () => {
    const minutes = await rows(`${SWPC}/json/planetary_k_index_1m.json`)
    expect(minutes).toHaveLength(358)
    const at = (time: string) => minutes.find((row) => row['time_tag'] === `2026-11-21T${time}:00`)
    expect(minutes.at(-1)).toMatchObject({ time_tag: '2026-11-21T01:32:00' })
    expect(minutes.find((row) => row['time_tag'] === '2026-11-20T23:59:00')).toMatchObject({
      kp: '9M',
      estimated_kp: 8.67,
    })
    expect(at('00:00')).toEqual({ time_tag: '2026-11-21T00:00:00', kp_index: 0, estimated_kp: 0, kp: '0Z' })
    expect(at('00:15')!['estimated_kp']).toBeLessThan(4.5)
    expect(at('00:30')!['estimated_kp']).toBeGreaterThan(7)
  })

  test('at any time, the higher of the last two three-hour estimates is a storm', async () => {
    for (let minute = 3; minute < 1_440; minute += 20) {
      const now = new Date(Date.UTC(2026, 10, 21, 0, minute)).toISOString()
      const estimates = await rows(`${SWPC}/json/planetary_k_index_1m.json`, now)
      expect(Math.max(...estimates.slice(-180).map((row) => row['estimated_kp'] as number))).toBeGreaterThan(
        7.5,
      )
    }
  })

  test('RTSW is newest first, and its newest row may be of an inactive spacecraft', async () => {
    for (const feed of ['wind', 'mag']) {
      const all = await rows(`${SWPC}/json/rtsw/rtsw_${feed}_1m.json`)
      const times = all.map((row) => row['time_tag'] as string)
      expect(times).toEqual(times.toSorted().toReversed())
      expect(new Set(all.map((row) => row['source']))).toEqual(new Set(['SOLAR1', 'ACE', 'IMAP']))
      expect(new Set(all.filter((row) => row['active']).map((row) => row['source']))).toEqual(
        new Set(['SOLAR1']),
      )
      expect(all.length).toBeGreaterThan(3_500)
    }
  })

  test('the field is one vector in both frames, and Bz reaches about -50 nT', async () => {
    const all = await rows(`${SWPC}/json/rtsw/rtsw_mag_1m.json`)
    const length = (row: Row, frame: string) =>
      Math.hypot(...['x', 'y', 'z'].map((axis) => row[`b${axis}_${frame}`] as number))
    for (const row of all) {
      expect(length(row, 'gsm')).toBeCloseTo(row['bt'] as number, 1)
      expect(length(row, 'gse')).toBeCloseTo(row['bt'] as number, 1)
    }
    const lowest = Math.min(...all.map((row) => row['bz_gsm'] as number))
    expect(lowest).toBeLessThan(-45)
    expect(lowest).toBeGreaterThan(-56)
  })

  test('every flare of the list has its class in the flux', () => {
    for (const flare of flares) expect(classOfFlux(xrayAt(flare.peak).long)).toBe(flare.class)
  })

  test('protons come in eight channels, oldest step first', async () => {
    const all = await rows(`${SWPC}/json/goes/primary/integral-protons-6-hour.json`)
    expect(all).toHaveLength(71 * 8)
    const energies = all.slice(-8).map((row) => row['energy'])
    expect(energies).toEqual(energies.toSorted())
    expect(all.at(-1)!['time_tag']).toBe('2026-11-21T01:30:00Z')
    expect(all.findLast((row) => row['energy'] === '>=10 MeV')!['flux']).toBeGreaterThan(10)
  })

  test('the propagated wind is a header and rows of numbers between two times', async () => {
    const [header, ...table] = JSON.parse(
      await text(`${SWPC}/products/geospace/propagated-solar-wind-1-hour.json`),
    )
    expect(header).toHaveLength(12)
    expect(table).toHaveLength(60)
    const [time, ...figures] = table.at(-1)
    expect([time, figures.pop() > time]).toEqual(['2026-11-21T01:35:00Z', true])
    for (const figure of figures) expect(figure).toBeTypeOf('number')
  })
})

describe('GFZ', () => {
  const GFZ = 'https://kp.gfz.de/app/json/'
  const kpFrom = async (start: string, end: string, now = NOW) =>
    JSON.parse(await text(`${GFZ}?start=${start}&end=${end}&index=Kp`, now)) as Record<string, unknown[]>

  test('has the Kp of the storm, as NOAA has it from 5 on, and none of a window that is not published', async () => {
    const answer = await kpFrom('2026-11-20T12:00:00Z', '2026-11-21T01:00:00Z')
    expect(answer).toEqual({
      Kp: [3.333, 7.667, 8.667, 8.667, null],
      datetime: ['12', '15', '18', '21', '24'].map((hour) =>
        new Date(Date.UTC(2026, 10, 20, Number(hour))).toISOString().replace('.000Z', 'Z'),
      ),
      meta: { license: 'CC BY 4.0', source: 'GFZ Potsdam' },
      status: ['pre', 'pre', 'pre', 'pre', 'pre'],
    })
    const estimates = await rows(`${SWPC}/products/noaa-planetary-k-index.json`)
    const inNumbers = (kp: unknown) => Math.round(Number(kp) * 3)
    expect(estimates.slice(-3).map((row) => inNumbers(row['Kp']))).toEqual(
      answer['Kp']?.slice(1, 4).map(inNumbers),
    )
  })

  test('makes a month definitive on the 12th of the next, which changes some values by a third', async () => {
    const october = ['2026-10-01T00:00:00Z', '2026-10-31T21:00:00Z'] as const
    const before = await kpFrom(...october, '2026-11-11T23:00:00Z')
    const after = await kpFrom(...october, '2026-11-12T00:00:00Z')
    expect([new Set(before['status']), new Set(after['status'])]).toEqual([
      new Set(['pre']),
      new Set(['def']),
    ])
    const changes = after['Kp']?.map((kp, i) => Math.round(3 * (Number(kp) - Number(before['Kp']?.[i]))))
    expect(new Set(changes)).toEqual(new Set([0, 1]))
    expect(changes?.filter((thirds) => thirds === 1).length).toBeLessThan(80)
  })

  test('answers 500 to fractions of seconds and to dates', async () => {
    for (const start of ['2026-11-20T12:00:00.000Z', '2026-11-20'])
      expect((await ask(`${GFZ}?start=${start}&end=2026-11-21T01:00:00Z&index=Kp`)).status).toBe(500)
  })
})

describe('CelesTrak', () => {
  test('the launch years add up to the whole catalogue, without duplicates', async () => {
    const numbers: unknown[] = []
    for (let year = 1957; year <= 2026; year += 1) {
      const answer = await ask(`${GP}?INTDES=${year}&FORMAT=json`)
      if (answer.status === 200)
        numbers.push(...((await answer.json()) as Row[]).map((row) => row['NORAD_CAT_ID']))
      else expect([answer.status, await answer.text()]).toEqual([404, 'No GP data found'])
    }
    expect(numbers.sort()).toEqual(
      sampleObjects(Date.parse(NOW))
        .map(({ elements }) => elements.NORAD_CAT_ID)
        .sort(),
    )
    expect(new Set(numbers).size).toBe(numbers.length)
    expect(numbers.length).toBeGreaterThan(300)
  })

  test('names and designators are in order, and no designator is used twice', () => {
    const all = sampleObjects(Date.parse(NOW)).map(({ elements }) => elements)
    for (const { OBJECT_NAME, OBJECT_ID } of all) {
      expect(OBJECT_NAME.length).toBeLessThanOrEqual(24)
      expect(OBJECT_ID).toMatch(/^(19|20)\d\d-\d{3}[A-Z]{1,3}$/)
    }
    expect(new Set(all.map(({ OBJECT_ID }) => OBJECT_ID)).size).toBe(all.length)
  })

  test('every object propagates for a day, and lies within hours of its epoch', () => {
    const now = Date.parse(NOW)
    for (const { elements } of sampleObjects(now)) {
      const age = now - Date.parse(`${elements.EPOCH}Z`)
      expect(age).toBeGreaterThanOrEqual(0)
      expect(age).toBeLessThan(12 * 3_600_000)
      const record = json2satrec(elements as unknown as OMMJsonObject)
      for (const hours of [0, 12, 24]) {
        const state = propagate(record, new Date(now + hours * 3_600_000))
        expect(state?.position.x, elements.OBJECT_NAME).toBeTypeOf('number')
      }
    }
  })

  test('successive element sets of an object are of one orbit: a renewal moves it by some seconds', () => {
    const now = Date.parse(NOW)
    const at = new Date(now + 3 * 24 * 3_600_000)
    const positionOf = (noradId: number, asked: number) => {
      const found = sampleObjects(asked).find(({ elements }) => elements.NORAD_CAT_ID === noradId)
      const state = propagate(json2satrec(found!.elements as unknown as OMMJsonObject), at)
      if (!state) throw new Error('no position')
      return { ...state, epoch: found!.elements.EPOCH }
    }
    for (const noradId of [5, 20_580, 25_544, 25_994, 43_013, 48_274, 51_850]) {
      const first = positionOf(noradId, now)
      const { x: vx, y: vy, z: vz } = first.velocity
      const speed = Math.hypot(vx, vy, vz)
      for (let hours = 2; hours <= 30; hours += 2) {
        const { position, epoch } = positionOf(noradId, now + hours * 3_600_000)
        expect(epoch > first.epoch).toBe(true)
        const { x, y, z } = first.position
        const apartKm = Math.hypot(position.x - x, position.y - y, position.z - z)
        expect(apartKm / speed, `${noradId} after ${hours} h`).toBeLessThan(15)
      }
    }
  })

  test.each([
    ['GROUP=stations', 'ISS (ZARYA)'],
    ['GROUP=weather', 'NOAA 20 (JPSS-1)'],
    ['GROUP=gps-ops', 'NAVSTAR 80 (USA 309)'],
    ['GROUP=geo', 'GOES 19'],
    ['GROUP=starlink', 'STARLINK-35001'],
    ['GROUP=fengyun-1c-debris', 'FENGYUN 1C DEB'],
    ['GROUP=cosmos-2251-debris', 'COSMOS 2251 DEB'],
    ['GROUP=visual', 'SL-16 R/B'],
    ['GROUP=last-30-days', 'TBA - TO BE ASSIGNED 01'],
    ['CATNR=20580', 'HST'],
    ['CATNR=100000', 'SARAMAGO'],
    ['INTDES=1998-067', 'ISS (ZARYA)'],
  ])('%s is CSV by default and holds %s', async (query, name) => {
    const lines = (await text(`${GP}?${query}`)).split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(lines.map((line) => line.split(',')[0])).toContain(name)
  })

  test('unknown objects are 404 with 16 bytes of text', async () => {
    for (const query of ['GROUP=nonesuch', 'CATNR=99999', 'INTDES=1956', '']) {
      const answer = await ask(`${GP}?${query}&FORMAT=json`)
      expect([answer.status, await answer.text()]).toEqual([404, 'No GP data found'])
    }
  })
})

describe('Launch Library', () => {
  test('pages by limit and offset, soonest first', async () => {
    const first = JSON.parse(await text(`${LAUNCHES}?limit=4`))
    expect(first.results).toHaveLength(4)
    const second = JSON.parse(await text(first.next))
    expect(second.previous).toContain('offset=0')
    const nets = [...first.results, ...second.results].map((launch: Row) => launch['net'])
    expect(nets).toEqual(nets.toSorted())
  })

  /** Instants of a month, each some hours after the one before. */
  const month = Array.from({ length: 200 }, (_, i) =>
    new Date(Date.parse(NOW) + i * 3.7 * 3_600_000).toISOString(),
  )

  test('includes launches of the last 24 hours by default', async () => {
    const past = async (now: string, query: string) =>
      JSON.parse(await text(`${LAUNCHES}?limit=100${query}`, now)).results.filter(
        (launch: Row) => String(launch['net']) < now,
      )
    const some = month.slice(0, 20)
    expect((await Promise.all(some.map((now) => past(now, '')))).flat().length).toBeGreaterThan(5)
    const hidden = await Promise.all(some.map((now) => past(now, '&hide_recent_previous=true')))
    expect(hidden.flat()).toEqual([])
  })

  test('shows every precision and status in a month, and launches with no mission, pad or precision', async () => {
    const lists = await Promise.all(
      month.map(async (now) => JSON.parse(await text(`${LAUNCHES}?limit=100`, now)).results as Row[]),
    )
    const abbrevs = (key: string) =>
      new Set(lists.flat().map((launch) => (launch[key] as Row | null)?.['abbrev']))
    expect(abbrevs('net_precision')).toEqual(
      new Set(['SEC', 'MIN', 'HR', 'DAY', undefined, 'M', 'Q1', 'H1', 'Y']),
    )
    expect(abbrevs('status')).toEqual(new Set(['Success', 'In Flight', 'Go', 'Hold', 'TBC', 'TBD']))
    for (const key of ['mission', 'pad'])
      expect(lists.flat().some((launch) => launch[key] === null)).toBe(true)
    for (const list of lists) expect(new Set(list.map((launch) => launch['id'])).size).toBe(list.length)
  })

  test('a launch keeps its time until the end, but for one of five, which slips by a day', async () => {
    const nets = new Map<unknown, Set<string>>()
    for (const now of month) {
      for (const { id, net, net_precision } of JSON.parse(await text(`${LAUNCHES}?limit=100`, now)).results) {
        if (!['MIN', 'SEC'].includes(net_precision?.abbrev)) continue
        nets.set(id, (nets.get(id) ?? new Set()).add(net))
      }
    }
    const counts = [...nets.values()].map(({ size }) => size)
    expect(Math.max(...counts)).toBe(2)
    expect(counts.filter((size) => size === 2).length / counts.length).toBeCloseTo(0.2, 1)
  })
})

describe('DONKI', () => {
  test('holds a forecast among the SEP events, and its times are to the minute', async () => {
    const events = await rows(`${DONKI}/SEP`)
    const instruments = events.map((event) => (event['instruments'] as Row[])[0]!['displayName'] as string)
    expect(instruments.filter((name) => name.startsWith('MODEL: REleASE'))).toHaveLength(2)
    expect(instruments.some((name) => !name.startsWith('MODEL'))).toBe(true)
    expect(events[0]!['eventTime']).toBe('2026-11-19T13:59Z')
  })

  test('has a CME with two best analyses, one with no longitude and one with no analysis', async () => {
    const analyses = (await rows(`${DONKI}/CME`)).map((cme) => cme['cmeAnalyses'] as Row[] | null)
    expect(analyses.some((all) => all === null)).toBe(true)
    expect(analyses.some((all) => all?.some(({ longitude }) => longitude === null))).toBe(true)
    const best = analyses.map((all) =>
      all?.filter((one) => one['isMostAccurate']).map((one) => one['featureCode']),
    )
    expect(best).toContainEqual(['LE', 'SH'])
  })

  test('links flares and CMEs by existing ids', async () => {
    const [cmes, flrs] = [await rows(`${DONKI}/CME`), await rows(`${DONKI}/FLR`)]
    const known = [...cmes.map((cme) => cme['activityID']), ...flrs.map((flr) => flr['flrID'])]
    const linked = [...cmes, ...flrs].flatMap((event) => (event['linkedEvents'] ?? []) as Row[])
    expect(linked.length).toBeGreaterThan(10)
    for (const { activityID } of linked) expect(known).toContain(activityID)
  })

  test('honours startDate and endDate, and omits events that are not submitted yet', async () => {
    const days = async (query: string, now = NOW) =>
      (await rows(`${DONKI}/FLR?${query}`, now)).map((flare) => String(flare['beginTime']).slice(0, 10))
    expect(new Set(await days('startDate=2026-11-18&endDate=2026-11-19'))).toEqual(
      new Set(['2026-11-18', '2026-11-19']),
    )
    expect(await days('startDate=2026-01-01&endDate=2026-01-31')).toEqual([])
    const classes = async (now: string) =>
      (await rows(`${DONKI}/FLR`, now)).map((flare) => flare['classType'])
    expect(await classes('2026-11-21T01:37:20Z')).not.toContain('X5.8')
    expect(await classes('2026-11-21T02:00:00Z')).toContain('X5.8')
  })
})

test('other paths and hosts are 404, and an aborted signal is honoured', async () => {
  for (const url of [
    `${SWPC}/products/solar-wind/plasma-2-hour.json`,
    `${DONKI}/GST`,
    `${LAUNCHES}none/`,
    'https://example.com/',
  ]) {
    expect((await ask(url)).status).toBe(404)
  }
  const signal = AbortSignal.abort(new Error('too late'))
  await expect(sampleFetch(() => new Date(NOW))(GP, { signal })).rejects.toThrow('too late')
})

test('responses are constant for an instant', async () => {
  for (const url of [`${SWPC}/json/rtsw/rtsw_wind_1m.json`, `${GP}?GROUP=active`, LAUNCHES, `${DONKI}/CME`]) {
    expect(await text(url)).toBe(await text(url))
  }
})

/** Returns where two JSON values differ in keys or types; null and empty lists match anything. */
function differences(sample: unknown, real: unknown): string[] {
  const [ours, theirs] = [shapesOf(sample), shapesOf(real)]
  const paths = [...new Set([...ours.keys(), ...theirs.keys()])].filter((path) => {
    const parent = path.replace(/(\[\]|\.[^.[]+)$/, '')
    return (
      parent === path ||
      (ours.has(parent) && theirs.has(parent) && isFilled(ours, parent) && isFilled(theirs, parent))
    )
  })
  return paths.filter((path) => {
    const [a, b] = [ours.get(path), theirs.get(path)]
    if (!a || !b) return true
    const types = new Set([...a, ...b].filter((type) => type !== 'null'))
    return types.size > 1
  })
}

function isFilled(shapes: ReadonlyMap<string, ReadonlySet<string>>, path: string): boolean {
  return [...shapes.keys()].some((key) => key.startsWith(`${path}.`) || key.startsWith(`${path}[]`))
}

/** Returns the types at every path, merging all elements of a list. */
function shapesOf(
  value: unknown,
  path = '',
  shapes = new Map<string, Set<string>>(),
): Map<string, Set<string>> {
  const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  shapes.set(path, (shapes.get(path) ?? new Set()).add(type))
  if (Array.isArray(value)) for (const element of value) shapesOf(element, `${path}[]`, shapes)
  else if (type === 'object')
    for (const [key, inner] of Object.entries(value as Row)) shapesOf(inner, `${path}.${key}`, shapes)
  return shapes
}
