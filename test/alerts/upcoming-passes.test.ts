import { memory, type StoreBackend } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { describe, expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { describeAlert } from '../../packages/core/src/features/alerts/describe-alert.ts'
import { upcomingPasses } from '../../packages/core/src/features/alerts/detectors/upcoming-passes.ts'
import { matchesWebhook } from '../../packages/core/src/features/alerts/matches.ts'
import { passWatchesOf } from '../../packages/core/src/features/alerts/pass-watch.ts'
import { passWatches } from '../../packages/core/src/features/alerts/watches/pass-watches.ts'
import type { WebhookParameters } from '../../packages/core/src/features/alerts/webhook-records.ts'
import { groupElementSets } from '../../packages/core/src/features/objects/celestrak/element-sets.ts'
import { computePasses } from '../../packages/core/src/features/passes/compute-passes.ts'
import type { ListedPass } from '../../packages/core/src/features/passes/pass-schemas.ts'
import { exampleOf } from '../fixtures/alert-examples.ts'
import { testContext } from '../support/context.ts'
import { day, hour, minute, running } from './support.ts'

const HELSINKI = { latitude: 60.17, longitude: 24.94 }
const RISE = Date.parse('2026-11-21T17:12:33Z')
const at = (ms: number) => new Date(RISE + ms).toISOString()

/** A pass of ten minutes that rises so long after `RISE`. */
function passAt(ms: number): ListedPass {
  const { norad_id, name, highest, rise, set, visible, duration_s, elements_epoch, error_s } = exampleOf(
    'pass.upcoming',
  ) as unknown as ListedPass
  return {
    ...{ norad_id, name, visible, duration_s, elements_epoch, error_s },
    rise: rise && { ...rise, at: at(ms) },
    highest: { ...highest, at: at(ms + 5 * minute) },
    set: set && { ...set, at: at(ms + 10 * minute) },
  }
}

/** Returns what is observed of these passes by the watch of a webhook. */
function observed(passes: readonly ListedPass[], parameters: WebhookParameters = {}) {
  const [watch] = passWatchesOf({ ...HELSINKI, passesOf: [25544], ...parameters })
  if (!watch) throw new Error('nothing is watched')
  return [{ watch, passes, at: RISE - hour, epoch: '', source: 'CelesTrak GP element set' }]
}

describe('an upcoming pass', () => {
  const FIRST = passAt(0)

  test.each<[string, WebhookParameters, readonly [number, ListedPass[]][], number[]]>([
    ['is not told earlier', {}, [[-10 * minute - 1, [FIRST]]], []],
    ['is told exactly ten minutes before', {}, [[-10 * minute, [FIRST]]], [-10 * minute]],
    ['is told two hours before', { minutesBefore: 120 }, [[-120 * minute, [FIRST]]], [-120 * minute]],
    [
      'is told a minute before, not two',
      { minutesBefore: 1 },
      [-2, -1].map((m) => [m * minute, [FIRST]]),
      [-minute],
    ],
    ['is told late, up to the rise', {}, [[0, [FIRST]]], [0]],
    ['is not told after the rise', {}, [[1, [FIRST]]], []],
    ['is told once', {}, [-10, -9, -5, 0].map((m) => [m * minute, [FIRST]]), [-10 * minute]],
    [
      'is told once though new elements move it past its former end',
      {},
      [
        [-minute, [FIRST]],
        [8 * minute, [passAt(14 * minute)]],
      ],
      [-minute],
    ],
    [
      'is told though the one before is not over, each once',
      { minutesBefore: 120 },
      [0, 1, 2].map((m) => [-90 * minute + m * minute, [FIRST, passAt(30 * minute)]]),
      [-90 * minute, -90 * minute],
    ],
    [
      'is told again with the next revolution',
      {},
      [-minute, 85 * minute].map((ms) => [ms, [FIRST, passAt(92 * minute)]]),
      [-minute, 85 * minute],
    ],
    ['is none of what has been up all the time', {}, [[-minute, [{ ...FIRST, rise: null }]]], []],
    [
      'is one of what stays up',
      {},
      [-2, -1].map((m) => [m * minute, [{ ...FIRST, set: null }]]),
      [-2 * minute],
    ],
  ])('%s', (_, parameters, looks, expected) => {
    const detector = running(upcomingPasses(0))
    const told = looks.flatMap(([ms, passes]) =>
      detector.observe(observed(passes, parameters), RISE + ms).map(() => ms),
    )
    expect(told).toEqual(expected)
  })

  test('has data of its schema, words, and an id of the watch and the instant', () => {
    const detector = running(upcomingPasses(0))
    const [facts] = detector.observe(observed([FIRST]), RISE - 9 * minute)
    if (!facts) throw new Error('no alert')
    const alert = createAlert(facts)
    expect(alert).toMatchObject({
      subject: '25544,60.17,24.94,10,10,visible',
      audience: 'watchers',
      timestamp: at(-10 * minute),
    })
    expect(alert.data).toMatchObject({
      ...FIRST,
      latitude_deg: 60.17,
      longitude_deg: 24.94,
      url: '/v1/objects/25544/passes?latitude=60.17&longitude=24.94',
    })
    expect(describeAlert(alert)).toBe(
      'ISS (ZARYA) rises above 60.17°, 24.94° at 2026-11-21 17:12 UTC: 45° high, visible',
    )
  })

  test('leaves no state once it is over', () => {
    const detector = running(upcomingPasses(0))
    detector.observe(observed([FIRST]), RISE)
    expect(Object.keys(detector.state)).toHaveLength(1)
    detector.observe(observed([]), RISE + hour)
    expect(detector.state).toEqual({})
  })
})

describe('a webhook with a place and objects', () => {
  const PASS = { ...HELSINKI, passesOf: [48274, 25544] }
  const [pass, aurora] = (
    [
      ['pass.upcoming', '25544,60.17,24.94,10,10,visible'],
      ['aurora.likely', '60.17,24.94,30,dark'],
    ] as const
  ).map(([type, subject]) => ({ type, subject, audience: 'watchers', data: {} }) as const)
  if (!pass || !aurora) throw new Error('unreachable')

  test.each<[string, readonly string[], WebhookParameters, boolean]>([
    ['receives its passes without types', [], PASS, true],
    ['receives its passes by type', ['pass.*'], PASS, true],
    ['receives them though the place is given more exactly', [], { ...PASS, latitude: 60.1699 }, true],
    ['does not with another place', ['pass.*'], { ...PASS, latitude: 60.2 }, false],
    ['does not with another object', ['pass.*'], { ...PASS, passesOf: [48274] }, false],
    ['does not with another elevation', ['pass.*'], { ...PASS, minElevationDeg: 11 }, false],
    ['does not with another lead', ['pass.*'], { ...PASS, minutesBefore: 9 }, false],
    ['does not with passes of any kind', ['pass.*'], { ...PASS, onlyVisible: false }, false],
    ['does not with other types', ['aurora.*'], PASS, false],
    ['does not with objects alone', ['*'], { passesOf: [25544] }, false],
    ['does not with objects that it watches otherwise', ['*'], { ...HELSINKI, noradIds: [25544] }, false],
  ])('%s', (_, types, parameters, expected) => {
    expect(matchesWebhook(pass, { types, parameters }, 'acme')).toBe(expected)
  })

  test('receives the aurora of the same place, too', () => {
    for (const alert of [pass, aurora])
      expect(matchesWebhook(alert, { types: [], parameters: PASS }, 'acme')).toBe(true)
  })
})

describe('passes of webhooks', () => {
  const MUNICH = { latitude: 48.14, longitude: 11.58 }
  const ANY = { minElevationDeg: 0, onlyVisible: false }

  /** A process on a store, whose clock all share; its requests are counted. */
  function processOn(backend: StoreBackend, time: { at: number }) {
    const requests: string[] = []
    const sample = sampleFetch(() => new Date(time.at))
    const context = {
      ...testContext({ backend, time }),
      fetch: ((input, init) => {
        requests.push(String(input))
        return sample(input, init)
      }) as typeof fetch,
    }
    const look = async (...webhooks: readonly WebhookParameters[]) => {
      const records = webhooks.map((parameters, i) => ({
        id: `wh_${String(i).padStart(20, '0')}`,
        url: 'https://receiver.test/',
        ...{ types: [], parameters, description: null, secretVersion: 1, rotatedAt: null },
        createdAt: '2026-11-21T12:00:00.000Z',
      }))
      const watches = passWatches(new Map([['acme', records]]), context)
      const ready = await Promise.all(watches.map((watch) => watch(context)))
      for (const detect of ready) await detect()
    }
    const told = async () =>
      (await context.alerts.log.read(0, 1_000, 'acme')).map(({ subject, data }) => ({ subject, data }))
    return { context, requests, look, told }
  }

  test('are those of /v1/passes, each once, by several processes, restarts, and places', async () => {
    const backend = memory()
    const start = Date.parse('2026-11-21T12:00:00Z')
    const time = { at: start }
    let processes = [processOn(backend, time), processOn(backend, time)] as const
    const [{ context }] = processes
    await groupElementSets('active', context)
    const expected = new Map<string, string[]>()
    for (const [name, { latitude, longitude }] of Object.entries({ HELSINKI, MUNICH })) {
      const params = { latitude, longitude, days: 1, min_elevation_deg: 0, visible: 'false', limit: 100 }
      const { data } = await computePasses([25544], params, context)
      const rises = data.passes.flatMap(({ rise }) => (rise ? rise.at : []))
      const end = new Date(start + day).toISOString()
      expected.set(
        name,
        rises.filter((rise) => rise < end),
      )
    }
    expect([...expected.values()].flat().length).toBeGreaterThan(5)
    const webhooks = [HELSINKI, MUNICH].map((place) => ({ ...place, ...ANY, passesOf: [25544] }))
    for (let n = 0; time.at < start + day; n += 1, time.at += 3 * minute) {
      if (n % 7 === 0) processes = [processOn(backend, time), processes[0]]
      await Promise.all(processes.map(({ look }) => look(...webhooks)))
    }
    const told = await processes[0].told()
    const risesOf = (latitude: number) =>
      told
        .filter(({ data }) => data['latitude_deg'] === latitude)
        .map(({ data }) => (data['rise'] as { at: string }).at)
    for (const [name, latitude] of [
      ['HELSINKI', 60.17],
      ['MUNICH', 48.14],
    ] as const) {
      const [rises, listed = []] = [risesOf(latitude), expected.get(name)]
      expect(rises).toHaveLength(listed.length)
      // A search from another instant finds the same one to a moment, which may be another second.
      for (const [i, rise] of rises.entries())
        expect(Math.abs(Date.parse(rise) - Date.parse(listed[i] ?? ''))).toBeLessThanOrEqual(1_000)
    }
    expect(processes.flatMap(({ requests }) => requests)).toEqual([])
  })

  test('are of elements that are held for two days; nothing is fetched for them', async () => {
    const time = { at: Date.parse('2026-11-21T12:00:00Z') }
    const { context, requests, look, told } = processOn(memory(), time)
    const watched = { ...HELSINKI, ...ANY, passesOf: [25544], minutesBefore: 120 }
    await look(watched)
    expect([await told(), requests]).toEqual([[], []])
    await groupElementSets('active', context)
    const sent = requests.length
    const countIn = async (from: number, to: number) => {
      const before = (await told()).length
      for (time.at = from; time.at < to; time.at += hour) await look(watched)
      return (await told()).length - before
    }
    const start = time.at
    expect(await countIn(start + day, start + 2 * day)).toBeGreaterThan(3)
    expect(await countIn(start + 2 * day + minute, start + 3 * day)).toBe(0)
    expect(requests).toHaveLength(sent)
  })
})
