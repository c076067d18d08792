import { type CheckGroup, getMember, type Violation, violations } from '#checks/check'
import { expectOk, keyHeaders } from '#checks/sample-requests'
import type { Exchange, Target } from '#checks/target'

const LAUNCHES = '/v1/launches/upcoming'
const EVENTS = '/v1/events/recent'
const DENSITY = '/shell/density/785'

export const selections: CheckGroup = {
  title: 'Selections',
  checks: [
    {
      id: 'selections.launches',
      clause: 'C4.8',
      expects: 'limit keeps the first launches, and count is the number listed',
      async run(target) {
        const [whole, part] = [await request(target, LAUNCHES), await request(target, `${LAUNCHES}?limit=1`)]
        const [first] = listOf(whole, 'launches')
        const expected = JSON.stringify(first === undefined ? [] : [first])
        return violations([part], 'body', () => {
          const listed = listOf(part, 'launches')
          if (!isSameCopy(whole, part) || JSON.stringify(listed) === expected)
            return countMismatch(part, listed)
          return 'limit=1 does not list the first launch alone'
        })
      },
    },
    {
      id: 'selections.events',
      clause: 'C4.8',
      expects: 'kind lists events of that kind alone, and min_class no weaker flares',
      async run(target) {
        const part = await request(target, `${EVENTS}?kind=flare&min_class=M1`)
        return violations([part], 'body', () => {
          const listed = listOf(part, 'events')
          const isStrong = (event: unknown) =>
            getMember(event, 'kind') === 'flare' && /^[MX]/.test(String(getMember(event, 'flare_class')))
          return listed.every(isStrong) ? countMismatch(part, listed) : 'it lists other events'
        })
      },
    },
    {
      id: 'selections.profile',
      clause: 'C4.9',
      expects: 'profile=latitude has one bin per band of latitude',
      async run(target) {
        const part = await request(target, `${DENSITY}?profile=latitude`)
        return violations([part], 'body', () => {
          const bands = 180 / Number(getMember(getMember(part.json, 'data'), 'latitude_step_deg'))
          const { length } = listOf(part, 'bins')
          return length === bands ? undefined : `${length} bins, expected ${bands}`
        })
      },
    },
    {
      id: 'selections.objects',
      clause: 'C4.10',
      expects: 'each requested object is listed once, or is in missing',
      async run(target): Promise<Violation[]> {
        const part = await request(target, '/v1/objects?ids=25544,999999999,25544')
        return violations([part], 'body', () => {
          const listed = listOf(part, 'objects')
          const numbers = [...listed.map((each) => getMember(each, 'norad_id')), ...listOf(part, 'missing')]
          const given = numbers.map(Number).sort((a, b) => a - b)
          return String(given) === '25544,999999999' ? countMismatch(part, listed) : `it has ${given}`
        })
      },
    },
  ],
}

async function request(target: Target, path: string): Promise<Exchange> {
  return expectOk(await target.get(path, await keyHeaders(target)))
}

function listOf({ json }: Exchange, name: string): readonly unknown[] {
  const list = getMember(getMember(json, 'data'), name)
  return Array.isArray(list) ? list : []
}

/** Whether no refresh came in between. */
function isSameCopy(one: Exchange, other: Exchange): boolean {
  return getMember(one.json, 'fetched_at') === getMember(other.json, 'fetched_at')
}

function countMismatch({ json }: Exchange, listed: readonly unknown[]): string | undefined {
  const given = getMember(getMember(json, 'data'), 'count')
  // Another type is reported by `openapi.bodies`.
  return typeof given !== 'number' || given === listed.length
    ? undefined
    : `count is ${given}, but ${listed.length} are listed`
}
