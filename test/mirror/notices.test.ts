import { expect, test } from 'vitest'
import { stoppedClock } from '../support/service.ts'
import { centralOn, openMirror } from './pair.ts'

const NOTICES = '/v1/space-weather/notices'

test('a mirror has the notices and the bulletins of the central instance, whatever is selected', async () => {
  const clock = stoppedClock('2026-11-21T02:30:00Z')
  const central = await centralOn(clock)
  const mirror = await openMirror(central, clock)
  for (const path of [
    NOTICES,
    `${NOTICES}?in_force=true&scale=G3`,
    '/v1/space-weather/discussion',
    '/v1/space-weather/discussion?format=text',
    '/v1/space-weather/3-day-forecast?format=text',
  ]) {
    const ours = await mirror.get(path)
    expect([path, ours.status]).toEqual([path, 200])
    expect(ours.text).toBe((await central.get(path)).text)
  }
})

test('the storm of the sample is in force', async () => {
  const central = await centralOn(stoppedClock('2026-11-21T02:30:00Z'))
  const { data } = JSON.parse((await central.get(`${NOTICES}?in_force=true`)).text)
  expect(data.notices.map(({ code }: { code: string }) => code)).toEqual([
    'ALTPC0',
    'ALTK09',
    'WARK07',
    'WARK06',
    'WARK05',
    'WARK04',
    'WATA99',
    'ALTPX2',
    'ALTPX1',
    'WARPX1',
  ])
})
