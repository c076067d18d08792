import { expect, test } from 'vitest'
import { FLARES, told } from './outages.ts'
import { minute } from './support.ts'

/** Every minute is read all the same. */
const STEP_MS = 15 * minute

const whole = told([], STEP_MS)

test('X-rays that are unavailable for an hour or two delay the alerts of flares, and change none', async () => {
  const alerts = await whole
  for (const type of ['geomagnetic.storm', 'solar.radiation_storm', 'solar_wind.bz_south'])
    expect(alerts.join('\n')).toContain(type)
  expect(alerts.filter((each) => each.includes('solar.flare'))).toEqual(FLARES)
  expect(await told([[/xrays/, '16:20', '18:10']], STEP_MS)).toEqual(alerts)
})

test('while the minutes of Kp are unavailable, the index of a window is reported at its end, once', async () => {
  const storms = async (alerts: Promise<string[]>) =>
    (await alerts).filter((each) => each.includes('geomagnetic'))
  expect(await storms(whole)).toEqual([
    '16:41 geomagnetic.storm_started G1',
    '16:44 geomagnetic.storm_raised G2',
  ])
  // The index of 15 to 18 h is published at 18:05; the minutes come back at 18:30, and are of the same storm.
  const late = told([[/k_index_1m/, '16:00', '18:30']], STEP_MS)
  expect(await storms(late)).toEqual(['18:00 geomagnetic.storm_started G2'])
})
