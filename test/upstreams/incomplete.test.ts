import { memory } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { beforeEach, describe, expect, test } from 'vitest'
import { stoppedClock, type TestService, testService } from '../support/service.ts'
import { turns } from '../support/turns.ts'

const HOUR = 3_600_000

let cut: (csv: string, url: URL) => string
let clock: ReturnType<typeof stoppedClock>
let store: ReturnType<typeof memory>
let fetch: typeof globalThis.fetch
let service: TestService

/** The sample's CelesTrak, whose CSV is changed on the way. */
beforeEach(async () => {
  cut = (csv) => csv
  clock = stoppedClock()
  const sample = sampleFetch(clock.now)
  fetch = async (input, init) => {
    const response = await sample(input, init)
    if (!response.ok || !String(input).includes('FORMAT=csv')) return response
    return new Response(cut(await response.text(), new URL(String(input))))
  }
  store = memory()
  service = await testService({ fetch, store }, clock)
})

const rowsOf = (csv: string) => csv.trimEnd().split('\r\n')
const textOf = (rows: readonly string[]) => rows.map((row) => `${row}\r\n`).join('')
const partOf = (share: number, count: number) => Math.ceil(share * count)
const first = (share: number) => (csv: string) => {
  const [header = '', ...rows] = rowsOf(csv)
  return textOf([header, ...rows.slice(0, partOf(share, rows.length))])
}
/** The last rows, so many of them, without the eccentricity that a propagator needs. */
const spoilt = (count: number) => (csv: string) => {
  const [header = '', ...rows] = rowsOf(csv)
  const column = header.split(',').indexOf('ECCENTRICITY')
  return textOf([
    header,
    ...rows.map((row, i) => (i < rows.length - count ? row : row.split(',').with(column, '').join(','))),
  ])
}

const active = () => service.get('/v1/tle/active')
const countOf = ({ headers }: Awaited<ReturnType<typeof active>>) => Number(headers.get('x-tle-count'))
const feed = async (id = 'celestrak-group') =>
  (await service.get('/status')).json.data.upstreams.find((row: { id: string }) => row.id === id)

describe('a group that lost part of its objects', () => {
  test('is served from the cached copy under its times, and accepted when the next fetch returns the same', async () => {
    const whole = await active()
    cut = first(0.5)
    clock.advance(5.5 * HOUR)
    // Ahead of its expiry the group is asked for again, behind this answer.
    await active()
    await turns()
    const held = await active()
    expect(held.text).toBe(whole.text)
    expect(held.headers.get('x-fetched-at')).toBe(whole.headers.get('x-fetched-at'))
    const objects = countOf(whole)
    expect(await feed()).toMatchObject({
      status: 'degraded',
      error: expect.stringContaining(`${partOf(0.5, objects)} objects, but the cached copy has ${objects}`),
    })
    // Another process, which has nothing in memory, knows what was said before.
    clock.advance(2 * HOUR)
    service = await testService({ fetch, store }, clock)
    const second = await active()
    expect([second.status, countOf(second)]).toEqual([200, partOf(0.5, objects)])
  })

  test('is not served once the cached copy has expired', async () => {
    await active()
    cut = first(0.5)
    clock.advance(7 * HOUR)
    const { status, json } = await active()
    expect([status, json.error]).toEqual([502, 'upstream_invalid'])
    cut = (csv) => csv
    clock.advance(2 * HOUR)
    expect((await active()).status).toBe(200)
  })

  test('is not confirmed by a fetch after a complete one, nor by one that lost another part', async () => {
    await active()
    const seen: [number, number][] = []
    for (const share of [0.5, 1, 0.5, 0.3, 0.3]) {
      cut = first(share)
      clock.advance(7 * HOUR)
      const answer = await active()
      seen.push([share, answer.status])
    }
    expect(seen).toEqual([
      [0.5, 502],
      [1, 200],
      [0.5, 502],
      [0.3, 502],
      [0.3, 200],
    ])
  })

  test('is accepted at once with up to a fifth fewer objects', async () => {
    const objects = countOf(await active())
    cut = first(0.8)
    clock.advance(7 * HOUR)
    expect(countOf(await active())).toBe(partOf(0.8, objects))
  })
})

describe('a large group', () => {
  /** `active` as so many copies of its first object under other numbers. */
  const ofSize = (count: number) => (csv: string) => {
    const [header = '', row = ''] = rowsOf(csv)
    const column = header.split(',').indexOf('NORAD_CAT_ID')
    const copies = Array.from({ length: count }, (_, i) =>
      row
        .split(',')
        .with(column, `${10_001 + i}`)
        .join(','),
    )
    return textOf([header, ...copies])
  }
  const sent = async (hours: number, count: number) => {
    cut = ofSize(count)
    clock.advance(hours * HOUR)
    const answer = await active()
    return answer.status === 200 ? countOf(answer) : answer.json.error
  }

  test('that is cut to the same part again and again is accepted after a day of it, in three fetches', async () => {
    expect(await sent(0, 1_600)).toBe(1_600)
    for (let i = 0; i < 4; i += 1) expect(await sent(7, 300)).toBe('upstream_invalid')
    expect(await feed()).toMatchObject({
      error:
        'incomplete: 300 objects, but the cached copy has 1600; ' +
        'accepted if three fetches over at least a day return the same',
    })
    expect(await sent(7, 300)).toBe(300)
  })

  test('needs three fetches, and another part or the whole between them begins anew', async () => {
    expect(await sent(0, 1_600)).toBe(1_600)
    expect(await sent(7, 300)).toBe('upstream_invalid')
    expect(await sent(25, 300)).toBe('upstream_invalid')
    expect(await sent(7, 1_600)).toBe(1_600)
    for (const count of [300, 500, 500]) expect(await sent(13, count)).toBe('upstream_invalid')
    expect(await sent(13, 500)).toBe(500)
  })

  test('may lose a fifth of its objects at once', async () => {
    expect(await sent(0, 1_600)).toBe(1_600)
    expect(await sent(7, 1_280)).toBe(1_280)
  })
})

describe('unusable rows of a group', () => {
  test('are listed after the objects that a TLE cannot represent, up to 2 % of rows', async () => {
    cut = spoilt(2)
    const ids = rowsOf(await (await sampleFetch(clock.now)(celestrak('GROUP=active'))).text())
    const column = (ids[0] ?? '').split(',').indexOf('NORAD_CAT_ID')
    const last = ids.slice(-2).map((row) => row.split(',')[column])
    const { status, headers } = await active()
    expect(status).toBe(200)
    expect(headers.get('x-tle-omitted')).toBe(last.join(','))
    expect(Number(headers.get('x-tle-count'))).toBe(ids.length - 3)
  })

  test('above 2 % hide no other row where no copy is held', async () => {
    cut = (csv) => spoilt(rowsOf(csv).length - 2)(csv)
    const first = await active()
    expect([first.status, countOf(first)]).toEqual([200, 1])
    expect(await feed()).toMatchObject({
      status: 'operational',
      error: expect.stringMatching(
        /^\d+ of \d+ rows are unusable: object \d+: ECCENTRICITY has no .*; and \d+ more$/,
      ),
    })
  })
})

describe('an incomplete launch year', () => {
  const pull = () => service.spaceData.jobs.shells.pullCatalogue({ paceMs: 0 })
  const of1999 = (change: typeof cut) => (csv: string, url: URL) =>
    url.search.includes('INTDES=1999') ? change(csv, url) : csv

  test.each([
    ['half of itself', first(0.5)],
    ['the use of half of its rows', (csv: string) => spoilt(Math.round(rowsOf(csv).length / 2))(csv)],
  ])('that has lost %s fails the pull, until the next says the same', async (_, change) => {
    const { objects } = await pull()
    cut = of1999(change)
    clock.advance(24 * HOUR)
    await expect(pull()).rejects.toMatchObject({ code: 'upstream_invalid' })
    clock.advance(2 * HOUR)
    expect((await pull()).objects).toBeLessThan(objects - 10)
  })

  test('may lose a few objects: one of four that decays is a quarter', async () => {
    const { objects } = await pull()
    let lost = 0
    cut = (csv) => {
      const [header = '', ...rows] = rowsOf(csv)
      if (rows.length < 2 || rows.length > 4) return csv
      lost += 1
      return textOf([header, ...rows.slice(1)])
    }
    clock.advance(24 * HOUR)
    expect((await pull()).objects).toBe(objects - lost)
    expect(lost).toBeGreaterThan(5)
  })
})

const celestrak = (query: string) => `https://celestrak.org/NORAD/elements/gp.php?${query}&FORMAT=csv`
