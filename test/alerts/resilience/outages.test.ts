import { expect, test } from 'vitest'
import { ALL_BUT_KP, FLARES, told } from '../outages.ts'
import { minute } from '../support.ts'

/** Every minute is read all the same. */
const STEP_MS = 5 * minute

const whole = told([], STEP_MS)

test('feeds that are unavailable for an hour or two delay the alerts of their rows, and change none', async () => {
  const alerts = await whole
  expect(alerts.filter((each) => each.includes('solar.flare'))).toEqual(FLARES)
  // The outages of the review: the flare was reported as M1.6, or not at all.
  for (const to of ['17:25', '18:10'])
    expect(await told([[ALL_BUT_KP, '16:20', to]], STEP_MS)).toEqual(alerts)
})

test('two processes report each alert once, whichever feed is unavailable', async () => {
  expect(await told([[ALL_BUT_KP, '16:20', '17:25']], STEP_MS, 2)).toEqual(await whole)
})

test('minutes of Kp that return before the end of a window change nothing', async () => {
  expect(await told([[/k_index_1m/, '16:00', '17:30']], STEP_MS)).toEqual(await whole)
})
