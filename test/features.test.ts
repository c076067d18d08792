import { createService, createSpaceData, memory } from '@space-data/core'
import {
  type AnyFeature,
  alerts,
  celestrak,
  everything,
  passes,
  reference,
  spaceWeather,
  specification,
  status,
  webhooks,
} from '@space-data/core/features'
import { mirrorOf } from '@space-data/core/mirror'
import { describe, expect, onTestFinished, test } from 'vitest'
import { stoppedClock } from './support/service.ts'
import { shortSample } from './support/short-sample.ts'

const clock = stoppedClock()

function create<const Features extends readonly AnyFeature[]>(features: Features) {
  const spaceData = createSpaceData({
    features,
    store: memory(),
    fetch: shortSample(clock.now),
    now: clock.now,
  })
  onTestFinished(() => spaceData.close())
  return spaceData
}

const fetchFrom = (
  service: Pick<ReturnType<typeof create>, 'handleAsOperator'>,
  path: string,
  accept = '*/*',
) => service.handleAsOperator(new Request(`http://localhost${path}`, { headers: { accept } }))

const pathsOf = async (service: Pick<ReturnType<typeof create>, 'openapi'>) =>
  Object.keys(((await service.openapi()) as { paths: object }).paths)

describe('space weather alone', () => {
  test('serves its paths and issues keys, and nothing else', async () => {
    const service = create([spaceWeather])
    const { data } = await service.get('/v1/space-weather/kp')
    expect(data.kp).toBeGreaterThan(8)
    const statuses = async (...paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetchFrom(service, path)).status))
    expect(await statuses('/v1/space-weather/current', '/v1/events/recent', '/ref/tiers')).toEqual([
      200, 200, 200,
    ])
    const others = [
      '/',
      '/status',
      '/openapi.json',
      '/v1/launches/upcoming',
      '/shell/profile',
      '/v1/alerts',
      '/hapi',
    ]
    expect(await statuses(...others)).toEqual(others.map(() => 404))
    const { key } = await service.keys.issue({ tier: 'free', label: 'one' })
    const request = new Request('http://localhost/v1/space-weather/wind', { headers: { 'x-api-key': key } })
    expect((await service.handle(request)).headers.get('ratelimit')).toContain('r=999')
  })

  test('rejects the options of other features, and says why', () => {
    const create = () =>
      createSpaceData({ features: [spaceWeather], keepSeries: 30, reportPdf: async () => new Uint8Array() })
    // @ts-expect-error a service needs a list of features
    expect(() => createService({})).toThrow(/^features must be a list/)
    expect(create).toThrow(/^there is no option "reportPdf".*add the feature to features/)
  })

  test('knows the payloads of its paths only', async () => {
    const service = create([spaceWeather])
    // @ts-expect-error no feature of this instance has the path
    await expect(service.get('/v1/people')).rejects.toThrow()
  })

  test('records, exports and closes without the others', async () => {
    const service = create([spaceWeather])
    const stop = service.jobs.start()
    await service.loadFirstData()
    await stop()
    let text = ''
    const counts = await service.store.export((piece) => {
      text += piece
    })
    expect(Object.keys(counts)).toEqual([
      'keys',
      'dailyCounts',
      'keyOperations',
      'seriesDays',
      'forecastDays',
      'outlookDays',
    ])
    expect(text).toContain('"seriesDays"')
    await service.loadPages()
  })

  test('has the members and the jobs of its features, also in types', () => {
    const service = create([spaceWeather])
    expect(Object.keys(service.jobs)).toEqual(['start', 'prefetch', 'series'])
    // @ts-expect-error the job is one of debris
    expect(service.jobs.shells).toBeUndefined()
    // @ts-expect-error the member is one of webhooks
    expect(service.webhooks).toBeUndefined()
    expect(create([webhooks])).toMatchObject({ webhooks: {}, jobs: { alerts: {}, series: {}, shells: {} } })
  })
})

describe('the features of the specification', () => {
  test('serve what the order names, and none of what came later', async () => {
    const service = create(specification)
    const paths = await pathsOf(service)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/v1/keys',
        '/v1/space-weather/kp',
        '/v1/launches/upcoming',
        '/v1/objects/{norad_id}',
        '/v1/tle/{group}',
        '/shell/density/{alt}',
        '/ref/tiers',
        '/v1/speedtest/ping',
        '/openapi.json',
        '/status',
      ]),
    )
    const later = /alerts|webhooks|passes|reports|v1\/shells|hapi|NORAD|^\/$|weather$/
    expect(paths.filter((path) => later.test(path) && !path.startsWith('/v1/space-weather'))).toEqual([])
  })

  test('have a status as JSON and as a page without links to pages that are not there', async () => {
    const service = create(specification)
    await service.loadFirstData()
    const report = await (await fetchFrom(service, '/status', 'application/json')).json()
    expect(report.data).toMatchObject({ webhooks: null, shells: { computing: null } })
    const page = await (await fetchFrom(service, '/status', 'text/html')).text()
    expect(page).toContain('href="./status"')
    for (const name of ['', 'weather', 'debris', 'alerts', 'docs'])
      expect(page).not.toContain(`href="./${name}"`)
    expect((await fetchFrom(service, '/readyz')).status).toBe(200)
    const error = await fetchFrom(service, '/nothing', 'text/html')
    expect(error.headers.get('content-type')).toContain('application/json')
  })
})

test('what a feature needs is served with it', async () => {
  const served = await pathsOf(create([reference, passes]))
  expect(served).toEqual(expect.arrayContaining(['/v1/passes', '/v1/objects/{norad_id}']))
  expect(served).not.toContain('/v1/space-weather/kp')
})

test('each feature is served alone with what it needs', async () => {
  for (const feature of everything) {
    const service = create([feature, status, reference])
    expect((await fetchFrom(service, '/status', 'application/json')).status, feature.name).toBe(200)
    await service.loadPages()
  }
})

test('alerts without webhooks detect and are read', async () => {
  const service = create([alerts])
  await service.loadFirstData()
  await service.jobs.alerts.run()
  expect((await fetchFrom(service, '/v1/alerts')).status).toBe(200)
  expect((await fetchFrom(service, '/v1/webhooks')).status).toBe(404)
})

test('a mirror of some features has no series to copy', async () => {
  const mirror = mirrorOf({ origin: 'http://127.0.0.1:9', key: () => 'sd_live_none', access: 'open' })
  const fetch = () => Promise.reject(new TypeError('offline'))
  const spaceData = createSpaceData({
    features: [passes, reference],
    store: memory(),
    mirror,
    fetch,
    onError() {},
  })
  onTestFinished(() => spaceData.close())
  const statuses = ['/ref/tiers', '/v1/tle/stations', '/v1/space-weather/kp'].map(
    async (path) => (await fetchFrom(spaceData, path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 503, 404])
})

test('features are refused that cannot be combined', () => {
  const made =
    (...features: AnyFeature[]) =>
    () =>
      createSpaceData({ features, store: memory() })
  expect(made(celestrak, { ...webhooks })).not.toThrow()
  expect(made(webhooks, { ...webhooks })).toThrow('features: two features are named webhooks')
  expect(made(passes, { ...passes, name: 'more' })).toThrow('features: two features declare GET /v1/objects/')
  // @ts-expect-error not a list
  expect(() => createSpaceData({ features: spaceWeather })).toThrow('features must be a list of features')
  // @ts-expect-error a name that the door does not have
  expect(() => createSpaceData({ features: [undefined] })).toThrow('features must be a list of features')
})
