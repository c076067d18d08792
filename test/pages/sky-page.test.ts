import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { longSpans, placeIn } from '../../packages/charts/src/text.ts'
import { cities, placeNamed } from '../../packages/core/src/features/pages/sky/cities.ts'
import { skyWay } from '../../packages/core/src/features/pages/sky/sky-way.ts'
import { plenty, stoppedClock, testService } from '../support/service.ts'

const HTML = { accept: 'text/html' }
const PLACE = '/sky?latitude=48.14&longitude=11.58'

// The 1.5 s that a page waits for its parts never end, however slow the machine is.
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

async function skyPage(path: string, options: Parameters<typeof testService>[0] = {}) {
  const service = await testService(options, stoppedClock())
  const page = await service.ask('GET', path, HTML)
  return { ...service, ...page }
}

test('every pass of the list is on the page, visible ones first, and the high ones have a chart', async () => {
  const { get, text, status } = await skyPage(PLACE)
  expect(status).toBe(200)
  const query = 'latitude=48.14&longitude=11.58&days=1&limit=200'
  const ids = '16182,20580,22285,25544,25994,27386,48274'
  const { passes } = (await get(`/v1/passes?ids=${ids}&${query}`)).json.data
  const ahead = passes.filter(
    ({ highest }: { highest: { at: string } }) => highest.at > '2026-11-21T12:00:00.000Z',
  )
  expect(ahead.length).toBeGreaterThan(5)
  const [shown = '', others = ''] = text.split('<details class="others">')
  const rowsIn = (part: string) => part.match(/<tr><th scope="row">/g)?.length ?? 0
  const seen = ahead.filter(({ visible }: { visible: unknown[] }) => visible.length > 0)
  expect([rowsIn(shown), rowsIn(others)]).toEqual([seen.length, ahead.length - seen.length])
  for (const { highest } of ahead) expect(text).toContain(`datetime="${highest.at}"`)
  const visible = ahead.filter(({ visible }: { visible: { highest_elevation_deg: number }[] }) =>
    visible.some(({ highest_elevation_deg }) => highest_elevation_deg >= 10),
  )
  expect(visible.length).toBeGreaterThan(0)
  expect(text.match(/class="card pass-card"/g)).toHaveLength(Math.min(4, visible.length))
})

test('objects without a pass are named with the reason, and passes after the day are not drawn', async () => {
  const { get, text } = await skyPage(PLACE)
  const query = 'latitude=48.14&longitude=11.58&days=1&limit=200'
  const ids = '16182,20580,22285,25544,25994,27386,48274'
  const { passes, without_passes } = (await get(`/v1/passes?ids=${ids}&${query}`)).json.data
  expect(without_passes).toMatchObject([{ norad_id: 20_580 }])
  expect(text).toMatch(/No pass in these 24 hours: HST: it rises to \d° at most\./)
  const drawn = [...text.matchAll(/class="pass(?: visible)?" d="M([\d.]+) /g)].map(([, x]) => Number(x))
  expect(drawn.length).toBeGreaterThan(5)
  expect(drawn.length).toBeLessThanOrEqual(passes.length)
  for (const x of drawn) expect(x).toBeLessThanOrEqual(1_000)
})

test('at night the Sun card begins with what comes first, and names the day', async () => {
  const service = await testService({}, stoppedClock('2026-11-21T20:00:00Z'))
  const { text } = await service.ask('GET', PLACE, HTML)
  const card = /<h3>Sun<\/h3><dl class="times">(.*?)<\/dl>/s.exec(text)?.[1] ?? ''
  expect([...card.matchAll(/<dt>([^<]+)</g)].map(([, label]) => label)).toEqual([
    'Dark until',
    'Rises',
    'Sets',
    'Dark from',
  ])
  expect(card.match(/>tomorrow \d\d:\d\d</g)).toHaveLength(4)
})

test.each([
  ['/sky', 'Berlin, as an example'],
  ['/sky?latitude=48.14', 'Berlin, as an example'],
  ['/sky?at=Atlantis', 'Berlin, as an example'],
  ['/sky?at=95,10', 'Berlin, as an example'],
  ['/sky?at=tromso', 'Tromsø'],
  ['/sky?at=52%2C52+13%2C40', 'Berlin'],
  ['/sky?at=-33.9,+18.42', '33.90° S, 18.42° E'],
  ['/sky?latitude=48.14&longitude=11.58', 'Munich'],
])('%s shows the sky over %s', async (path, name) => {
  const { text, status } = await skyPage(path)
  expect(status).toBe(200)
  expect(text).toContain(`<h1>The sky over ${name}</h1>`)
  expect(text.includes('neither a city of the list')).toBe(path.includes('Atlantis') || path.includes('95'))
})

test('coordinates out of range are refused', async () => {
  expect((await skyPage('/sky?latitude=91&longitude=0')).status).toBe(400)
})

test.each([
  ['52.52, 13.40', 52.52, 13.4],
  ['52.52,13.40', 52.52, 13.4],
  ['52,52 13,40', 52.52, 13.4],
  ['52,52; 13,40', 52.52, 13.4],
  ['52,52, 13,40', 52.52, 13.4],
  ['52,13', 52, 13],
  ['−33.9 +18', -33.9, 18],
  ['33.90° S, 18.42° W', -33.9, -18.42],
])('the text %s is a location', (text, latitude, longitude) => {
  expect(placeIn(text)).toEqual({ latitude, longitude })
})

test.each(['', 'Berlin', '52.52', '52° E, 13° N', '1,2,3'])('the text %o is none', (text) => {
  expect(placeIn(text)).toBeUndefined()
})

test('the cities are on the Earth, and each name is there once', () => {
  const all = cities()
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  for (const { name, latitude, longitude } of all) expect(placeNamed(name)).toEqual({ latitude, longitude })
})

test('a span in which an object is visible for less than a minute is left out', () => {
  const span = (seconds: number) => ({
    start: { at: '2026-11-21T20:37:00.000Z' },
    end: { at: new Date(Date.parse('2026-11-21T20:37:00.000Z') + seconds * 1_000).toISOString() },
  })
  expect(longSpans([span(0), span(59), span(60)])).toEqual([span(60)])
})

test.each(['tianhe', '2021-035A', '48274'])(
  'an object, %s, has a section with all of its passes',
  async (object) => {
    const { get, text } = await skyPage(`${PLACE}&object=${object}`)
    const query = 'ids=48274&latitude=48.14&longitude=11.58&days=1&limit=200'
    const { passes } = (await get(`/v1/passes?${query}`)).json.data
    const ahead = passes.filter(
      ({ highest }: { highest: { at: string } }) => highest.at > '2026-11-21T12:00:00.000Z',
    )
    expect(ahead.length).toBeGreaterThan(0)
    const [, section = ''] = /Passes of CSS \(TIANHE\)<\/h2>(.*?)<\/section>/s.exec(text) ?? []
    expect(section.match(/<tr><th scope="row">/g)).toHaveLength(ahead.length)
    expect(text).toContain(`value="${object}"`)
  },
)

test('several objects: the best match is shown with links to others; none: a note', async () => {
  const many = await skyPage(`${PLACE}&object=STARLINK`)
  const [, name, links = ''] =
    /Passes of ([^<]+)<\/h2>\n<p class="intro">Other matches: (.*?)<\/p>/.exec(many.text) ?? []
  expect(links.match(/sky\?at=48\.14, 11\.58&amp;object=\d+"/g)?.length).toBe(5)
  expect(many.text).toContain(`two large rocket bodies, and of ${name}.`)
  for (const text of ['nothing at all', '%3Cb%3E', 'é', '0']) {
    const none = await skyPage(`${PLACE}&object=${text}`)
    expect(none.text).toContain('No object with current elements has this name')
    expect(none.text).not.toContain('<b>')
  }
  expect((await skyPage(PLACE)).text).not.toContain('No object with')
})

test('a search on a page is work that is limited for networks', async () => {
  const { ask } = await skyPage(PLACE, { limits: { ...plenty, computedPerMinute: 2 } })
  const search = async (object: string) => (await ask('GET', `/sky?object=${object}`, HTML)).status
  expect(await search('one')).toBe(200)
  expect(await search('two')).toBe(200)
  expect(await search('three')).toBe(429)
  expect(await search('')).toBe(200)
})

test('without elements and feeds the page says what is missing, and is made again soon', async () => {
  const { text, status, headers } = await skyPage(PLACE, { fetch: () => Promise.reject(new Error('down')) })
  expect(status).toBe(200)
  expect(text).toContain('No passes are available yet.')
  expect(text).toContain('No forecast is available now')
  // Sun and Moon need nobody.
  expect(text).toContain('>Moon<')
  expect(headers.get('cache-control')).toMatch(/max-age=[0-5]$/)
})

test('the way of a pass goes through its sights and is lit where the object is visible', () => {
  const sight = (at: string, azimuth_deg: number, elevation_deg: number, range_km: number) => ({
    ...{ at: `2026-11-21T${at}Z`, azimuth_deg, elevation_deg, range_km },
  })
  const [rise, highest, set] = [
    sight('17:00:00', 270, 0, 2_300),
    sight('17:05:00', 0, 60, 480),
    sight('17:10:00', 90, 0, 2_300),
  ]
  const visible = [{ start: sight('17:02:00', 280, 12, 1_500), end: highest }]
  const way = skyWay({ rise, highest, set, visible })
  const pointOf = (at: string) => way.find((point) => point.at === Date.parse(`2026-11-21T${at}Z`))
  expect(pointOf('17:05:00')).toMatchObject({ isVisible: true })
  expect(pointOf('17:05:00')?.elevationDeg).toBeCloseTo(60, 6)
  expect(pointOf('17:10:00')?.azimuthDeg).toBeCloseTo(90, 6)
  expect(
    way
      .filter(({ isVisible }) => isVisible)
      .map(({ at }) => at)
      .sort()[0],
  ).toBe(Date.parse('2026-11-21T17:02:00Z'))
  expect(way.at(-1)?.isVisible).toBe(false)
})
