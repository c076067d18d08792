import { memory } from '@space-data/core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createAccounts } from '../../packages/core/src/kernel/accounts/accounts.ts'
import { createKeys } from '../../packages/core/src/kernel/accounts/keys/keys.ts'
import { testContext } from '../support/context.ts'
import { orInSoak, runs } from '../support/tier.ts'

vi.setConfig({ testTimeout: orInSoak(60_000, 3_600_000) })

const HOUR = 3_600_000
const MOST = { free: 1, hobby: 3, shell_basic: 5 } as const
type Tier = keyof typeof MOST

/** A key as the model knows it: instants are epoch milliseconds. */
interface ModelKey {
  readonly id: string
  readonly replaces: string | null
  tier: string
  end: number
  isRevoked: boolean
}

const tier = fc.constantFrom(...(Object.keys(MOST) as Tier[]))
const graceMs = fc.constantFrom(0, HOUR, 24 * HOUR)
const step = fc.oneof(
  fc.record({ do: fc.constant('issue' as const), tier, lifeMs: fc.constantFrom(HOUR, 30 * HOUR) }),
  fc.record({ do: fc.constant('rotate' as const), key: fc.nat(), graceMs, isDelivered: fc.boolean() }),
  fc.record({ do: fc.constant('rotate' as const), key: fc.nat(), graceMs, isDelivered: fc.constant(true) }),
  fc.record({ do: fc.constant('revoke' as const), key: fc.nat() }),
  fc.record({ do: fc.constant('setTier' as const), tier }),
  fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, HOUR, 24 * HOUR) }),
)

test('the keys of an account are what a small model says, whatever is done to them by two processes', async () => {
  const tally = { rotations: 0, refusals: 0 }
  const parameters = runs(50, 10_000)
  const { numRuns } = parameters
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => follow(steps, tally)),
    parameters,
  )
  expect(tally.rotations).toBeGreaterThan(numRuns / 3)
  expect(tally.refusals).toBeGreaterThan(numRuns / 3)
})

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function follow(steps: readonly Step[], tally: { rotations: number; refusals: number }) {
  const backend = memory()
  const time = { at: Date.parse('2026-11-21T12:00:00Z') }
  const contexts = [testContext({ backend, time }), testContext({ backend, time })] as const
  const model: ModelKey[] = []
  const isLive = (key: ModelKey) => !key.isRevoked && time.at < key.end
  const live = () => model.filter(isLive)
  const counted = () => live().filter(({ id }) => !live().some(({ replaces }) => replaces === id))

  for (const [i, one] of steps.entries()) {
    time.at += 1
    const context = contexts[i % 2 ? 1 : 0]
    const [keys, accounts] = [createKeys(context), createAccounts(context)]
    const refused = async (work: Promise<unknown>, name = 'KeyConflictError') => {
      tally.refusals += 1
      await expect(work).rejects.toMatchObject({ name })
    }
    if (one.do === 'wait') time.at += one.ms
    if (one.do === 'issue') {
      const { tier, lifeMs } = one
      const issued = keys.issue({ tier, label: 'test', account: 'acme', expiresInMs: lifeMs })
      const isElsewhere = live().some((key) => key.tier !== tier)
      if (isElsewhere || counted().length >= MOST[tier]) await refused(issued)
      else {
        const { id } = (await issued).record
        model.push({ id, replaces: null, tier, end: time.at + lifeMs, isRevoked: false })
      }
    }
    if (one.do === 'setTier') {
      const moved = accounts.setTier('acme', one.tier)
      if (model.length === 0) expect(await moved).toBeUndefined()
      else if (live().length === 0 || counted().length > MOST[one.tier]) await refused(moved)
      else {
        for (const key of live()) key.tier = one.tier
        expect(await moved).toMatchObject({ tier: one.tier })
      }
    }
    const key = 'key' in one ? model[one.key % Math.max(1, model.length)] : undefined
    if (one.do === 'revoke' && key) {
      await keys.revoke(key.id)
      key.isRevoked = true
    }
    if (one.do === 'rotate' && key) {
      const isReplaced = live().some(({ replaces }) => replaces === key.id)
      const isGraceOfItsOwn = live().some(({ id }) => id === key.replaces)
      let newId = ''
      const deliver = async ({ record }: { record: { id: string } }) => {
        newId = record.id
        if (!one.isDelivered) throw new RangeError('nobody is there')
      }
      const rotated = keys.rotate(key.id, { graceMs: one.graceMs, deliver })
      if (!isLive(key) || isReplaced || isGraceOfItsOwn) await refused(rotated)
      else {
        if (one.isDelivered) await rotated
        else await refused(rotated, 'RangeError')
        tally.rotations += 1
        const { id, tier, end } = key
        model.push({ id: newId, replaces: id, tier, end, isRevoked: !one.isDelivered })
        if (one.isDelivered) key.end = Math.min(end, time.at + one.graceMs)
      }
    }
    await compare()
  }

  /** What the service says, and what must hold whatever was done. */
  async function compare() {
    const account = await createAccounts(contexts[0]).show('acme')
    const kept = account?.keys.map(({ id, tier, replaces, expiresAt, revokedAt }) => ({
      id,
      replaces,
      tier,
      end: Date.parse(String(expiresAt)),
      isRevoked: revokedAt !== null,
    }))
    expect(kept ?? []).toEqual(model)
    expect(account?.liveKeys ?? 0).toBe(counted().length)
    const tiers = new Set(live().map(({ tier }) => tier))
    expect(tiers.size).toBeLessThanOrEqual(1)
    for (const tier of tiers) expect(counted().length).toBeLessThanOrEqual(MOST[tier as Tier])
    expect(live().length).toBeLessThanOrEqual(2 * counted().length)
  }
}
