import { memory } from '@space-data/core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { keepQuota } from '../../packages/core/src/kernel/accounts/quota/account-day.ts'
import { type TestContext, testContext } from '../support/context.ts'
import { orInSoak, runs } from '../support/tier.ts'

vi.setConfig({ testTimeout: orInSoak(60_000, 3_600_000) })

const DAY = 86_400_000

/** What a /48 has of the quota of a network. */
const NETWORKS_OF_BLOCK = 64

const step = fc.oneof(
  {
    weight: 20,
    // Neighbouring networks, one after the other.
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      block: fc.integer({ min: 1, max: 2 }),
      first: fc.integer({ min: 1, max: 80 }),
      count: fc.integer({ min: 1, max: 20 }),
      process: fc.nat({ max: 1 }),
      isRefunded: fc.constantFrom(true, false, false),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, DAY / 2, DAY) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('what networks and their blocks are granted is what a small model says, by two processes', async () => {
  const tally = { refusedNetworks: 0, refusedBlocks: 0 }
  const parameters = runs(50, 10_000)
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      (limit, steps) => follow(limit, steps, tally),
    ),
    parameters,
  )
  expect(tally.refusedNetworks).toBeGreaterThan(parameters.numRuns)
  expect(tally.refusedBlocks).toBeGreaterThan(0)
})

/** Requests of each network and of each block on the present day. */
class Model {
  readonly #counts = new Map<string, number>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  left(block: number, network: number): { own: number; shared: number } {
    return {
      own: this.#limit - this.#of(`${block}:${network}`),
      shared: this.#limit * NETWORKS_OF_BLOCK - this.#of(`${block}`),
    }
  }

  add(block: number, network: number): void {
    for (const name of [`${block}:${network}`, `${block}`]) this.#counts.set(name, this.#of(name) + 1)
  }

  #of(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

interface Tally {
  refusedNetworks: number
  refusedBlocks: number
}

interface Asked {
  readonly block: number
  readonly network: number
  readonly limit: number
  readonly isRefunded: boolean
  readonly process: TestContext
  readonly model: Model
  readonly tally: Tally
}

async function follow(limit: number, steps: readonly Step[], tally: Tally) {
  const backend = memory()
  const time = { at: Date.parse('2026-11-21T12:00:00Z') }
  const contexts = [1, 2].map(() => testContext({ backend, time, anonymous: limit }))
  let model = new Model(limit)
  for (const each of steps) {
    if (each.do === 'wait') {
      if (Math.floor((time.at + each.ms) / DAY) > Math.floor(time.at / DAY)) model = new Model(limit)
      time.at += each.ms
      continue
    }
    const process = contexts[each.process] as TestContext
    for (let network = each.first; network < each.first + each.count; network += 1)
      await ask({ ...each, network, limit, process, model, tally })
  }
}

async function ask({ block, network, limit, isRefunded, process, model, tally }: Asked): Promise<void> {
  // What a process has seen of a limit that is reached it may say for a quarter of a second.
  process.time.at += 250
  const { own, shared } = model.left(block, network)
  const { networkQuotas, quotas } = process.accounts
  const quota = await networkQuotas.consume(`2001:db8:${block}:${network}::1`, process.now())
  expect(quota.granted).toBe(own > 0 && shared > 0)
  if (!quota.granted) {
    tally[own > 0 ? 'refusedBlocks' : 'refusedNetworks'] += 1
    expect(quota).toMatchObject({ limit, remaining: 0 })
    return
  }
  expect([quota.remaining, quota.ofBlock?.remaining]).toEqual([own - 1, shared - 1])
  if (isRefunded) {
    const refunded = await quotas.refund(quota)
    expect([refunded.remaining, refunded.ofBlock?.remaining]).toEqual([own, shared])
    return
  }
  keepQuota(quota)
  model.add(block, network)
}
