import { expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { centralOn, openMirror } from './pair.ts'

const PATH = '/v1/space-weather/current'

test('a mirror selects usual members from one copy, and has one of each choice that names others', async () => {
  const clock = stoppedClock('2026-11-21T02:30:00Z')
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  for (const query of [
    '',
    '?fields=kp',
    '?fields=xray,kp',
    '?fields=kp_gfz',
    '?fields=outlook,regions,kp',
    '?fields=kp,regions,outlook,kp',
  ]) {
    const ours = await mirror.get(`${PATH}${query}`)
    expect([query, ours.status]).toEqual([query, 200])
    expect(ours.text).toBe((await central.get(`${PATH}${query}`)).text)
  }
  const asked = central.asked.filter(({ url }) => url.includes(PATH))
  expect(asked.map(({ url }) => new URL(url).searchParams.get('fields'))).toEqual([
    null,
    'kp_gfz',
    'kp,outlook,regions',
  ])
})
