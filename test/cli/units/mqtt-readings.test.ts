import { describe, expect, test } from 'vitest'
import { jsonMessage, valueMessages } from '../../../packages/cli/src/mqtt/messages.ts'
import { keepReading, noReading, type Reading } from '../../../packages/cli/src/mqtt/readings.ts'
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
  await keepReading(source, '/kp', {
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
