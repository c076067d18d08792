import { describe, expect, test } from 'vitest'
import { stoppedClock, testService } from '../support/service.ts'

/**
 * What clients of N2YO and open-notify request and read, with the host replaced. Both of N2YO's were run
 * unmodified against a server of the sample; these tests send the same requests and read the same places.
 */
const KEY = 'AB12CD-EF34GH-IJ56KL-7MN8'
const BASE = '/rest/v1/satellite'
const PLACE = '40.7128/-74.006/10'

async function reader() {
  const { ask } = await testService({ compat: ['n2yo', 'open-notify'] }, stoppedClock())
  return async (path: string) => (await ask('GET', path)).json
}

const numbers = (of: Record<string, unknown>, names: string) =>
  expect(names.split(' ').filter((name) => typeof of[name] !== 'number')).toEqual([])

describe('n2yo-api (facorazza/n2yo-api 0.1.3), which sends apiKey in the query', () => {
  test('reads both lines, and how often it has asked', async () => {
    const get = await reader()
    const { info, tle } = await get(`${BASE}/tle/25544?apiKey=${KEY}`)
    expect(info.transactionscount).toBe(0)
    expect(tle.split('\r\n').map((line: string) => line.length)).toEqual([69, 69])
  })

  test('reads seven numbers of each position', async () => {
    const get = await reader()
    const { positions } = await get(`${BASE}/positions/25544/${PLACE}/3?apiKey=${KEY}`)
    expect(positions).toHaveLength(3)
    numbers(positions[0], 'satlatitude satlongitude sataltitude azimuth elevation ra dec timestamp')
  })

  test('takes a response without passes or objects for an empty list', async () => {
    const get = await reader()
    const none = await get(`${BASE}/visualpasses/25544/-89/0/0/1/60?apiKey=${KEY}`)
    expect('passes' in none ? none.passes : []).toEqual([])
    const above = await get(`${BASE}/above/-89/0/0/1/2?apiKey=${KEY}`)
    expect('above' in above ? above.above : []).toEqual([])
  })
})

describe('n2yo-ts (Dantescur/n2yo-ts of 2025), which appends &apiKey= to the path', () => {
  test('reads passes of both kinds', async () => {
    const get = await reader()
    const radio = await get(`${BASE}/radiopasses/25544/${PLACE}/7/10&apiKey=${KEY}`)
    numbers(radio.passes[0], 'startAz startUTC maxAz maxEl maxUTC endAz endUTC')
    expect(radio.info.passescount).toBe(radio.passes.length)
    const visual = await get(`${BASE}/visualpasses/25544/${PLACE}/10/30&apiKey=${KEY}`)
    numbers(visual.passes[0], 'startAz startEl startUTC maxAz maxEl maxUTC endAz endEl endUTC mag duration')
    expect(visual.passes[0].startAzCompass).toMatch(/^[NESW]{1,3}$/)
  })

  test('reads what is above', async () => {
    const get = await reader()
    const { info, above } = await get(`${BASE}/above/${PLACE}/90/0&apiKey=${KEY}`)
    expect(info).toMatchObject({ category: 'ANY', satcount: above.length })
    numbers(above[0], 'satid satlat satlng satalt')
  })

  test('throws with the error of a refusal', async () => {
    const get = await reader()
    expect(await get(`${BASE}/tle/999999999&apiKey=${KEY}`)).toMatchObject({ error: 'object_not_found' })
  })
})

test('a dozen lines of Python, as in courses, convert texts and Unix times of open-notify', async () => {
  const get = await reader()
  const { iss_position, timestamp } = await get('/iss-now.json')
  expect(Math.abs(Number(iss_position.latitude))).toBeLessThan(52)
  expect(new Date(timestamp * 1_000).toISOString()).toBe('2026-11-21T12:00:00.000Z')
  const { response, request } = await get('/iss-pass.json?lat=39.7684&lon=-86.1581')
  expect(response[0].risetime).toBeGreaterThan(request.datetime)
})
