import type { IssueKeyOptions } from '@space-data/core/accounts'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type Command, command, hasKeys, keyAt } from './command.ts'
import type { Model, ModelKey } from './model.ts'
import type { World } from './world.ts'

/** Addresses of clients, with the network that each belongs to. */
const ADDRESSES = [
  ['192.0.2.1', 'a'],
  ['::ffff:192.0.2.1', 'a'],
  ['64:ff9b::192.0.2.1', 'a'],
  ['192.0.2.2', 'b'],
  ['2001:db8:1:2::1', 'c'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', 'c'],
  ['2001:db8:1:2:a:b:c:d%eth0', 'c'],
  ['2001:db8:1:3::1', 'd'],
] as const

/** How many keys an account may hold, as section 8 of the specification has it. */
const MOST_KEYS = { free: 1, hobby: 3, shell_basic: 5, enterprise: Number.POSITIVE_INFINITY } as const

const instance = fc.nat({ max: 1 })

const selfServe = fc.record({ address: fc.nat({ max: ADDRESSES.length - 1 }), instance }).map((drawn) =>
  command('issueSelfServe', drawn, async (model, world) => {
    const [ip, network] = ADDRESSES[drawn.address]!
    const headers = [['content-type', 'application/json']] as const
    const body = JSON.stringify({ label: `from ${network}` })
    const reply = await world.ask(drawn.instance, '/v1/keys', { method: 'POST', headers, ip, body })
    if (!model.takeSlot(network)) {
      expect(reply).toMatchObject({ status: 429, error: 'key_issuance_limited' })
      expectWait(reply, model)
      return
    }
    expect(reply).toMatchObject({ status: 200, json: { ok: true, tier: 'free' } })
    const known = new Set([world.watch.id, ...model.keys.map(({ id }) => id)])
    const [record] = (await world.instances[0].keys.list()).filter(({ id }) => !known.has(id))
    const expiresAt = model.now + 365 * 86_400_000
    expect(record).toMatchObject({ label: `from ${network}`, tier: 'free', account: record?.id })
    add(model, world, reply.json.key, { ...record!, expiresAt })
  }),
)

/** A body that is refused takes no slot. */
const badLabel = fc.record({ address: fc.nat({ max: ADDRESSES.length - 1 }), instance }).map((drawn) =>
  command('issueWithBadLabel', drawn, async (_, world) => {
    const [ip] = ADDRESSES[drawn.address]!
    const headers = [['content-type', 'application/json']] as const
    const reply = await world.ask(drawn.instance, '/v1/keys', { method: 'POST', headers, ip, body: '{}' })
    expect(reply).toMatchObject({ status: 400, error: 'invalid_body' })
  }),
)

const byOperator = fc
  .record({
    tier: fc.constantFrom(...(Object.keys(MOST_KEYS) as (keyof typeof MOST_KEYS)[])),
    account: fc.constantFrom(undefined, 'acme', 'acme', 'zeta'),
    expiresInMs: fc.constantFrom(undefined, 1, 1_000, 5_000, 3_600_000),
    instance,
  })
  .map((drawn) =>
    command('issueByOperator', drawn, async (model, world) => {
      const { tier, account, expiresInMs } = drawn
      const order: IssueKeyOptions = { tier, label: 'ordered', account, expiresInMs }
      const live = model.keys.filter((key) => key.account === account && model.isLive(key))
      const isElsewhere = live.some((key) => key.tier !== tier)
      const isFull = account !== undefined && live.length >= MOST_KEYS[tier]
      const issued = world.instances[drawn.instance]!.keys.issue(order)
      if (isElsewhere || isFull) {
        await expect(issued).rejects.toMatchObject({ name: 'KeyConflictError' })
        return
      }
      const { key, record } = await issued
      const lifeMs = expiresInMs ?? (tier === 'free' ? 365 * 86_400_000 : undefined)
      add(model, world, key, {
        id: record.id,
        account: account ?? record.id,
        tier,
        label: 'ordered',
        expiresAt: lifeMs === undefined ? null : model.now + lifeMs,
      })
    }),
  )

const revoke = fc.record({ key: fc.nat(), instance }).map((drawn) =>
  command(
    'revoke',
    drawn,
    async (model, world) => {
      const key = keyAt(model, drawn.key)
      key.revokedAt ??= model.now
      expectRecord(await world.instances[drawn.instance]!.keys.revoke(key.id), key)
    },
    hasKeys,
  ),
)

const show = fc.record({ key: fc.nat(), instance }).map((drawn) =>
  command(
    'show',
    drawn,
    async (model, world) => {
      const key = keyAt(model, drawn.key)
      expectRecord(await world.instances[drawn.instance]!.keys.show(key.id), key)
      expect(await world.instances[drawn.instance]!.keys.list()).toHaveLength(model.keys.length + 1)
    },
    hasKeys,
  ),
)

export const issuing: readonly fc.Arbitrary<Command>[] = [
  selfServe,
  badLabel,
  byOperator,
  byOperator,
  revoke,
  show,
]

type Issued = Pick<ModelKey, 'id' | 'account' | 'tier' | 'label' | 'expiresAt'>

function add(model: Model, world: World, key: string, record: Issued): void {
  expect(world.keys).not.toContain(key)
  const { id, account, tier, label, expiresAt } = record
  const place = world.keys.push(key) - 1
  const fresh = { revokedAt: null, metAt: new Map<number, number>(), refusedBy: new Set<number>() }
  model.keys.push({ place, id, account, tier, label, expiresAt, ...fresh })
}

function expectRecord(record: unknown, key: ModelKey): void {
  const { id, account, tier, label, expiresAt, revokedAt } = key
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  const dates = { expiresAt: iso(expiresAt), revokedAt: iso(revokedAt) }
  expect(record).toMatchObject({ id, account, tier, label, ...dates })
}

/** The body and the header say the same: whole seconds, at least 1, to the end of the day. */
export function expectWait(
  { retryAfter, json }: { retryAfter: number | undefined; json: unknown },
  model: Model,
) {
  expect(json).toMatchObject({ retry_after_seconds: retryAfter })
  expect(retryAfter).toBeGreaterThanOrEqual(1)
  expect(retryAfter).toBe(model.resetSeconds ?? retryAfter)
}
