import { describe, expect, test, vi } from 'vitest'
import { jsonMessage, valueMessages } from '../../../packages/cli/src/mqtt/messages.ts'
import { keepReading, noReading, type Reading, readSource } from '../../../packages/cli/src/mqtt/readings.ts'
import { TOPIC_SOURCES } from '../../../packages/cli/src/mqtt/topic-sources.ts'
import type { TopicSource } from '../../../packages/cli/src/mqtt/topic-value.ts'

const source: TopicSource = {
  name: 'test',
  path: () => '/kp',
  validForMs: 60_000,
  values: [{ name: 'kp', title: 'Kp', at: 'kp.kp', icon: 'mdi:pulse' }],
}

type Answer = () => Response

/** An answer with a Kp that is valid for some seconds more on the clock of the server. */
function answer(kp: unknown, validForS: number, serverAheadMs = 0): Answer {
  return () => {
    const now = Math.floor((Date.now() + serverAheadMs) / 1_000) * 1_000
    const validUntil = new Date(now + validForS * 1_000).toISOString()
    return Response.json(
      { valid_until: validUntil, data: { kp: { kp } } },
      { headers: { date: new Date(now).toUTCString() } },
    )
  }
}

const failure: Answer = () => {
  throw new Error('503')
}

/** Reads one answer after another, and gives what was read and how long it waited after each. */
async function readAll(answers: readonly Answer[], everyMs = 15_000) {
  const stopping = new AbortController()
  const readings: Reading[] = []
  const waits: number[] = []
  const failures: unknown[] = []
  const left = [...answers]
  await keepReading(source, () => '/kp', {
    everyMs,
    signal: stopping.signal,
    read: async () => (left.shift() ?? failure)(),
    pause: async (ms) => {
      waits.push(ms)
      if (left.length === 0) stopping.abort()
    },
    onReading: (_, reading) => void readings.push(reading),
    onFailure: (_, error) => void failures.push(error),
  })
  return { readings, waits, failures }
}

const valuesOf = (readings: readonly Reading[]) => readings.map(({ values }) => values['kp'])

describe('a value of MQTT', () => {
  test('is read again when it has expired, and not before', async () => {
    const { readings, waits } = await readAll([answer(5, 60), answer(6, 20)])
    expect(valuesOf(readings)).toEqual([5, 6])
    expect(waits).toEqual([60_000, 20_000])
  })

  test('is requested no more often than it may', async () => {
    expect((await readAll([answer(5, 1)], 600_000)).waits).toEqual([600_000])
  })

  test('ends with its answer and the time in which the next one is requested', async () => {
    const before = Date.now()
    const { readings } = await readAll([answer(5, 60)])
    const leftMs = Number(readings[0]?.endsAt) - before
    expect(leftMs).toBeGreaterThanOrEqual(90_000)
    expect(leftMs).toBeLessThan(120_000)
  })

  test('is said to be valid as long as its answer, however seldom it may be requested', async () => {
    const before = Date.now()
    const [reading] = (await readAll([answer(5, 60)], 600_000)).readings
    expect(Number(reading?.validUntil) - before).toBeGreaterThan(58_000)
    expect(Number(reading?.validUntil) - before).toBeLessThan(70_000)
    expect(Number(reading?.endsAt) - before).toBeGreaterThanOrEqual(630_000)
  })

  test('ends at the same time where the clock of the server is wrong', async () => {
    expect((await readAll([answer(5, 60, 3_600_000)])).waits).toEqual([60_000])
  })

  test('never lasts longer than Home Assistant was told', async () => {
    expect((await readAll([answer(5, 7_200)])).waits).toEqual([60_000])
  })

  test('is none at once when there is no answer, and is requested less and less often', async () => {
    const { readings, waits, failures } = await readAll([
      answer(5, 60),
      ...Array(6).fill(failure),
      answer(7, 60),
    ])
    expect(valuesOf(readings)).toEqual([5, null, null, null, null, null, null, 7])
    expect(waits.slice(1, 7).map((ms) => ms / 60_000)).toEqual([1, 2, 4, 8, 15, 15])
    expect(failures).toHaveLength(6)
  })

  test('is none when a server has only an expired one', async () => {
    expect(valuesOf((await readAll([answer(5, -10)])).readings)).toEqual([null])
  })

  test.each([null, Number.NaN, '', {}, true])('is none when the answer has %j', async (kp) => {
    expect(valuesOf((await readAll([answer(kp, 60)])).readings)).toEqual([null])
  })

  test('is a text without control characters that Home Assistant takes', async () => {
    const { readings } = await readAll([answer(`G4\n\u202eWATCH${'x'.repeat(300)}`, 60)])
    expect(String(valuesOf(readings)[0])).toMatch(/^G4 WATCHx+$/)
    expect(String(valuesOf(readings)[0])).toHaveLength(255)
  })
})

/** What a source makes of the data of an answer, and for how long it is valid, in seconds. */
async function readingOf(name: string, data: unknown) {
  const found = TOPIC_SOURCES.find((each) => each.name === name)
  if (!found) throw new Error(`there is no source ${name}`)
  const now = Math.floor(Date.now() / 1_000) * 1_000
  const { values, remainingMs } = await readSource(
    found,
    Response.json(
      { valid_until: new Date(now + 3_600_000).toISOString(), data },
      { headers: { date: new Date(now).toUTCString() } },
    ),
  )
  return { values, seconds: remainingMs / 1_000 }
}
const inHours = (hours: number) =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 + hours * 3_600_000).toISOString()

describe('numbers of MQTT', () => {
  test.each([
    [102.63195037841797, '102.6'],
    [0.000003682433998619672, '0.000003682'],
    [-4.4700001, '-4.47'],
    [1_234.56, '1235'],
    [0, '0'],
    [123_456, '123456'],
  ])('%d has four significant digits unless it is whole: %s', async (kp, text) => {
    const [reading] = (await readAll([answer(kp, 60)])).readings
    expect(reading && valueMessages('a', source, reading)[0]?.payload).toBe(text)
  })
})

describe('the next launch of MQTT', () => {
  const launch = (name: string, net: string, net_precision: string | null, status = 'go') => {
    return { name, net, net_precision, status }
  }

  test('is no placeholder of a month and none in flight, and gives way when its time has come', async () => {
    const { values, seconds } = await readingOf('launches', {
      launches: [
        launch('Placeholder', inHours(-100), 'month'),
        launch('Flying', inHours(0.1), 'minute', 'in_flight'),
        launch('Real', inHours(0.5), 'minute'),
      ],
    })
    expect(values).toEqual({ launch: 'Real', launch_day: inHours(0.5).slice(0, 10), launch_at: inHours(0.5) })
    expect(seconds).toBe(1_800)
  })

  test.each(['day', null])('of which the time is not known (%s) has its day alone', async (precision) => {
    const { values, seconds } = await readingOf('launches', {
      launches: [launch('Real', inHours(100), precision)],
    })
    expect(values).toEqual({ launch: 'Real', launch_day: inHours(100).slice(0, 10), launch_at: null })
    expect(seconds).toBe(3_600)
  })

  test('may be none', async () => {
    const { values } = await readingOf('launches', { launches: [launch('Some year', inHours(1), 'year')] })
    expect(values).toEqual({ launch: null, launch_day: null, launch_at: null })
  })
})

test('Sun and Moon of MQTT are requested from now on, at each reading', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T19:49:00Z'), toFake: ['Date'] })
  try {
    const sunAndMoon = TOPIC_SOURCES.find(({ name }) => name === 'Sun and Moon')
    const subject = { place: { latitude: 48.1, longitude: 11.6 }, passesOf: '25544' }
    expect(sunAndMoon?.path(subject)).toBe(
      '/v1/sun-moon?date=2026-11-21T19:49:00.000Z&latitude=48.1&longitude=11.6',
    )
    vi.setSystemTime(Date.parse('2026-11-21T20:49:00Z'))
    expect(sunAndMoon?.path(subject)).toContain('date=2026-11-21T20:49:00.000Z')
  } finally {
    vi.useRealTimers()
  }
})

describe('the messages of MQTT', () => {
  test('say None, for ever, where there is no value: it is unknown to Home Assistant and no number', () => {
    const none = noReading(source)
    expect(valueMessages('a', source, none)).toEqual([{ topic: 'a/kp', payload: 'None' }])
    expect(jsonMessage('a', new Map([[source, none]]))).toEqual({
      ...{ topic: 'a/json', payload: '{"good_until":null,"kept_until":null,"kp":null}' },
      endsAt: undefined,
    })
  })

  test('of all values says when the first is no longer valid, and ends with the first', () => {
    const other: TopicSource = { ...source, values: [] }
    const readings = new Map<TopicSource, Reading>([
      [source, { values: { kp: 5 }, validUntil: 20_000, endsAt: 90_000 }],
      [other, { values: { people: 7 }, validUntil: 30_000, endsAt: 60_000 }],
    ])
    const { payload, endsAt } = jsonMessage('a', readings)
    expect(JSON.parse(payload)).toEqual({
      good_until: '1970-01-01T00:00:20.000Z',
      kept_until: '1970-01-01T00:01:00.000Z',
      kp: 5,
      people: 7,
    })
    expect(endsAt).toBe(60_000)
  })
})
