import { type Check, type CheckGroup, expectOk, failures, getList, getMember } from '#doctor/check'
import { DENSITY } from '#doctor/demanded'
import { findExample, keyHeaders } from '#doctor/requests'
import type { Exchange, Target } from '#doctor/target'

const LAUNCHES = '/v1/launches/upcoming'
const AURORA = '/v1/space-weather/aurora'

/** Queries that select a part of a payload. */
export const selections: CheckGroup = {
  title: 'Selections',
  checks: [
    {
      id: 'selections.launches',
      clause: 'C4.8',
      expects: 'limit keeps the first launches, and count is the number listed',
      async run(target) {
        const [whole, part] = [await request(target, LAUNCHES), await request(target, `${LAUNCHES}?limit=1`)]
        return failures([part], () => {
          const listed = getList(part, 'launches')
          // The list may have been refreshed in between.
          const isSameList = getMember(whole.json, 'fetched_at') === getMember(part.json, 'fetched_at')
          const isFirst = JSON.stringify(listed) === JSON.stringify(getList(whole, 'launches').slice(0, 1))
          return isSameList && !isFirst ? 'it is not only the first launch' : describeCount(part, listed)
        })
      },
    },
    selection(
      'selections.precision',
      'C4.8',
      'precision=hour excludes launches that are known less precisely',
      async () => `${LAUNCHES}?precision=hour`,
      (part) => {
        const listed = getList(part, 'launches')
        const isPrecise = (launch: unknown) =>
          /^(second|minute|hour)$/.test(String(getMember(launch, 'net_precision')))
        return listed.every(isPrecise) ? describeCount(part, listed) : 'it lists other launches'
      },
    ),
    selection(
      'selections.country',
      'C4.8',
      'country=USA lists only launches from pads there',
      async () => `${LAUNCHES}?country=USA`,
      (part) => {
        const listed = getList(part, 'launches')
        const isThere = (launch: unknown) => getMember(getMember(launch, 'pad'), 'country_code') === 'USA'
        return listed.every(isThere) ? describeCount(part, listed) : 'it lists other launches'
      },
    ),
    selection(
      'selections.events',
      'C4.8',
      'kind selects events of that kind, and min_class excludes weaker flares',
      async () => '/v1/events/recent?kind=flare&min_class=M1',
      (part) => {
        const listed = getList(part, 'events')
        const isStrong = (event: unknown) =>
          getMember(event, 'kind') === 'flare' && /^[MX]/.test(String(getMember(event, 'flare_class')))
        return listed.every(isStrong) ? describeCount(part, listed) : 'it lists other events'
      },
    ),
    selection(
      'selections.profile',
      'C4.9',
      'profile=latitude has one bin per band of latitude',
      async (target) => `${(await findExample(DENSITY, target)).path}?profile=latitude`,
      (part) => {
        const bands = 180 / Number(getMember(getMember(part.json, 'data'), 'latitude_step_deg'))
        const { length } = getList(part, 'bins')
        return length === bands ? undefined : `${length} bins, expected ${bands}`
      },
    ),
    selection(
      'selections.objects',
      'C4.10',
      'each requested object is listed once, or is in missing',
      async () => '/v1/objects?ids=25544,999999999,25544',
      (part) => {
        const listed = getList(part, 'objects')
        const numbers = [...listed.map((each) => getMember(each, 'norad_id')), ...getList(part, 'missing')]
        const given = numbers.map(Number).sort((a, b) => a - b)
        return String(given) === '25544,999999999' ? describeCount(part, listed) : `it has ${given}`
      },
    ),
    selection(
      'selections.search',
      'C4.10',
      'designator lists the object with it',
      async () => '/v1/objects?designator=1998-067a',
      (part) => {
        const listed = getList(part, 'objects')
        const numbers = listed.map((each) => getMember(each, 'norad_id'))
        return String(numbers) === '25544'
          ? describeCount(part, listed)
          : `it lists ${numbers.length} objects`
      },
    ),
    selection(
      'selections.current',
      'C4.39',
      'the overview has the requested fields, each with as_of and source',
      async () => '/v1/space-weather/current?fields=kp,wind',
      (part) => {
        const data = getMember(part.json, 'data')
        const parts = ['kp', 'wind'].map((name) => getMember(data, name))
        const isDated = (each: unknown) =>
          each === null ||
          (typeof getMember(each, 'as_of') === 'string' && Boolean(getMember(each, 'source')))
        const members = Object.keys(Object(data)).filter((name) => name !== 'source')
        if (members.join() !== 'kp,wind') return 'it has other members'
        return parts.every(isDated) ? undefined : 'a member has no as_of or no source'
      },
    ),
    selection(
      'selections.notices',
      'C4.40, C4.41',
      'in_force=true lists the notices that are in force at as_of, and no others',
      async () => '/v1/space-weather/notices?in_force=true',
      (part) => {
        const listed = getList(part, 'notices')
        const instantOf = (of: unknown, name: string) => Date.parse(String(getMember(of, name)))
        const asOf = instantOf(getMember(part.json, 'data'), 'as_of')
        const isInForce = (notice: unknown) =>
          getMember(notice, 'in_force') === true &&
          instantOf(notice, 'issued_at') <= asOf &&
          asOf < instantOf(notice, 'in_force_until')
        return listed.every(isInForce) ? describeCount(part, listed) : 'it lists one that is not in force'
      },
    ),
    {
      id: 'selections.aurora',
      clause: 'C4.20, C4.22',
      expects: 'at a grid point, the aurora grid and the location have the same probability',
      async run(target) {
        const [grid, place] = [
          await request(target, `${AURORA}/grid?hemisphere=north`),
          await request(target, `${AURORA}?latitude=65&longitude=25`),
        ]
        return failures([place], () => {
          const given = getMember(getMember(place.json, 'data'), 'probability_percent')
          const row = getList(grid, 'probability_percent')[getList(grid, 'latitude_deg').indexOf(65)]
          const value = Array.isArray(row) ? row[getList(grid, 'longitude_deg').indexOf(25)] : undefined
          // The grid may have been refreshed in between.
          const isSame = getMember(grid.json, 'fetched_at') === getMember(place.json, 'fetched_at')
          return isSame && given !== value ? `${given} %, but ${value} % in the grid` : undefined
        })
      },
    },
  ],
}

function selection(
  id: string,
  clause: string,
  expects: string,
  findPath: (target: Target) => Promise<string>,
  validate: (part: Exchange) => string | undefined,
): Check {
  return {
    ...{ id, clause, expects },
    run: async (target) => failures([await request(target, await findPath(target))], validate),
  }
}

async function request(target: Target, path: string): Promise<Exchange> {
  return expectOk(await target.get(path, await keyHeaders(target)))
}

function describeCount({ json }: Exchange, listed: readonly unknown[]): string | undefined {
  const given = getMember(getMember(json, 'data'), 'count')
  return given === listed.length ? undefined : `count is ${given}, but ${listed.length} are listed`
}
