import type { components, operations } from './schema.js'

type Schemas = components['schemas']
type JsonOf<Id extends keyof operations, Status extends number> = operations[Id] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>
}
  ? Body
  : never

const times = { fetched_at: '2026-11-21T12:00:00.000Z', valid_until: '2026-11-21T12:15:00.000Z' }
const source = 'a mock'

export const kp: JsonOf<'getKp', 200> = {
  ...times,
  source,
  data: { kp: 2.67, as_of: '2026-11-21T12:00:00.000Z', source },
}

export const launch: Schemas['Launch'] = {
  id: 'a5872822',
  name: 'Long March 7 | Tianzhou-10',
  status: 'go',
  net: '2026-11-23T00:14:00.000Z',
  net_precision: 'minute',
  window_start: null,
  window_end: null,
  provider: null,
  vehicle: 'Long March 7',
  mission: null,
  mission_type: null,
  orbit: null,
  pad: { name: '201', location: null, country_code: 'CHN', latitude_deg: 19.6, longitude_deg: 110.9 },
  probability_percent: null,
  launch_designator: null,
  last_updated: null,
  url: 'https://launches.example/a5872822',
}

export const launches: JsonOf<'listUpcomingLaunches', 200> = {
  ...times,
  source,
  data: { count: 1, launches: [launch], as_of: times.fetched_at, source },
}

export const refusal: JsonOf<'getKp', 401> = { error: 'invalid_key', message: 'The API key is not valid.' }

export const issued: JsonOf<'issueKey', 200> = { ok: true, key: 'sd_live_…', tier: 'free' }

// @ts-expect-error a payload of another type
export const wordy: Schemas['Kp'] = { kp: 'high', as_of: times.fetched_at, source }
// @ts-expect-error a payload without one of its members
export const partial: Schemas['Kp'] = { kp: 1, source }
// @ts-expect-error a member that does not exist
export const inventive: Schemas['Kp'] = { kp: 1, as_of: times.fetched_at, source, storm: true }
// @ts-expect-error an envelope without data
export const empty: JsonOf<'getKp', 200> = { ...times, source }
// @ts-expect-error a status that is not in the list
export const status: Schemas['Launch']['status'] = 'postponed'
// @ts-expect-error an error code of another status
export const teapot: JsonOf<'getKp', 401> = { error: 'rate_limited', message: 'Too many.' }
