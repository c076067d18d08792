import type { ServiceEvent } from '@space-data/core'
import { expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'
import { centralOn, openMirror } from './pair.ts'

const ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const VALID = `00-${ID}-00f067aa0ba902b7-01`

test('a mirror passes a valid traceparent on to its central instance', async () => {
  const clock = stoppedClock()
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  await mirror.get('/v1/space-weather/kp', { traceparent: VALID })
  await mirror.get('/v1/space-weather/wind', { traceparent: `${VALID.slice(0, -2)}zz` })
  await mirror.get('/v1/space-weather/mag')
  expect(central.asked.map(({ headers }) => headers.get('traceparent'))).toEqual([VALID, null, null])
})

// https://www.w3.org/TR/trace-context/#traceparent-header
test.each([
  [VALID, ID],
  [`cc-${ID}-00f067aa0ba902b7-01-what-the-future-will-be-like`, ID],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, undefined],
  [`00-${ID}-${'0'.repeat(16)}-01`, undefined],
  [`ff-${ID}-00f067aa0ba902b7-01`, undefined],
  [`00-${ID.toUpperCase()}-00f067aa0ba902b7-01`, undefined],
  [`00-${ID}-00f067aa0ba902b7-01.`, undefined],
  [`${VALID}, ${VALID}`, undefined],
])('of %s the event has the trace id %s', async (traceparent, trace) => {
  const events: ServiceEvent[] = []
  const { ask } = await testService({ onEvent: (event) => events.push(event) })
  await ask('GET', '/status', { traceparent })
  expect(events.find(({ type }) => type === 'request')).toMatchObject({
    status: 200,
    ...(trace && { trace }),
  })
  expect(events.some((event) => 'trace' in event)).toBe(trace !== undefined)
})
