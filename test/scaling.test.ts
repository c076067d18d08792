import { describe, expect, test } from 'vitest'
import { KINDS, REFRESHED_AT } from '../bench/scale/inputs.mjs'
import { reckon } from '../bench/scale/reckon.mjs'
import { simulate } from '../bench/scale/simulate.mjs'
import { STEPS } from '../bench/scale/steps.mjs'

const SECONDS = 600
const AT_THE_EDGE = { clients: 20_000, locations: 20, processes: 2, seconds: SECONDS }
const WITH_KEYS = { clients: 20_000, processes: 2, seconds: SECONDS }

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
const callsOf = ({ perSecond }: ReturnType<typeof simulate>) => perSecond.map(({ calls }) => calls)

/** Kinds of one client each: all of them are of one account, and ask `perSecond` times a second together. */
function oneAccount(perSecond: number) {
  const kinds = [{ name: 'busy', share: 1, everyS: 1, together: 0, entries: 0, us: 1, bytes: 1, ttlS: 0 }]
  return { kinds, clients: perSecond }
}

describe('the simulation of docs/scaling.md', () => {
  test('repeats itself with a seed, and differs with another', () => {
    const small = { ...AT_THE_EDGE, clients: 1_000 }
    expect(simulate(KINDS, small)).toEqual(simulate(KINDS, small))
    expect(simulate(KINDS, { ...small, seed: 2 })).not.toEqual(simulate(KINDS, small))
  })

  test('has as many requests as its clients ask for', () => {
    const { requests } = simulate(KINDS, WITH_KEYS)
    const asked = sum(KINDS.map(({ share, everyS }) => (share * WITH_KEYS.clients * SECONDS) / everyS))
    expect(Math.abs(sum(requests) / asked - 1)).toBeLessThan(0.05)
  })

  test('loads each entry at each location once in 0.8 of its TTL at most, however many clients ask', () => {
    for (const clients of [20_000, 200_000]) {
      const { requests, arrived } = simulate(KINDS, { ...AT_THE_EDGE, clients })
      for (const [i, { entries, ttlS }] of KINDS.entries()) {
        if (entries === 0) continue
        const most = entries * AT_THE_EDGE.locations * (SECONDS / (REFRESHED_AT * ttlS) + 2)
        expect(arrived[i]).toBeLessThanOrEqual(Math.min(most, requests[i] ?? 0))
      }
    }
  })

  test('loads what everybody asks for at every location whenever it has expired', () => {
    const panel = KINDS.findIndex(({ name }) => name === 'panel')
    const { arrived } = simulate(KINDS, AT_THE_EDGE)
    const least = AT_THE_EDGE.locations * Math.floor(SECONDS / (KINDS[panel]?.ttlS ?? Number.NaN))
    expect(arrived[panel]).toBeGreaterThanOrEqual(least)
  })

  test('sends on whatever is about a place of its own, and everything where no edge is', () => {
    const own = KINDS.flatMap(({ entries }, i) => (entries === 0 ? [i] : []))
    const edge = simulate(KINDS, AT_THE_EDGE)
    expect(own.length).toBeGreaterThan(0)
    for (const i of own) expect(edge.arrived[i]).toBe(edge.requests[i])
    const keyed = simulate(KINDS, WITH_KEYS)
    expect(keyed.arrived).toEqual(keyed.requests)
  })

  test('calls the store twice a second and process for a busy account, once a request for others', () => {
    const busy = oneAccount(5)
    const one = simulate(busy.kinds, { clients: busy.clients, processes: 1, seconds: 60 })
    expect(callsOf(one)).toEqual(new Array(60).fill(2))
    expect(one.busiestAccount).toBe(5)
    const four = callsOf(simulate(busy.kinds, { clients: busy.clients, processes: 4, seconds: 60 }))
    expect(Math.max(...four)).toBeLessThanOrEqual(5)
    expect(sum(four)).toBeGreaterThan(120)
    const keyed = simulate(KINDS, { ...WITH_KEYS, clients: 30 })
    expect(sum(callsOf(keyed))).toBeLessThanOrEqual(sum(keyed.arrived))
  })

  test('carries what its most loaded part does', () => {
    for (const step of STEPS) {
      const { loads, carries, clients, first } = reckon(step, { clients: 5_000, seconds: 120 })
      expect([step.name, carries]).toEqual([step.name, clients / Math.max(...Object.values<number>(loads))])
      expect(Object.keys(loads)).toContain(first)
    }
  })
})
