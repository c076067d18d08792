import fc from 'fast-check'
import { expect } from 'vitest'
import { type Command, command, hasKeys, keyAt } from './command.ts'
import { expectWait } from './issuing.ts'
import type { Model, ModelKey } from './model.ts'
import { apiKey, askFor, ENDS, type End, ends, FORMS, names } from './requests.ts'
import type { Reply } from './world.ts'

const instance = fc.nat({ max: 1 })

const use = fc
  .record({
    key: fc.nat(),
    other: fc.nat(),
    instance,
    form: fc.constantFrom(...names(FORMS)),
    end: fc.constantFrom(...ends),
  })
  .map((drawn) =>
    command(
      'use',
      drawn,
      async (model, world) => {
        const key = keyAt(model, drawn.key)
        const other = world.keys[keyAt(model, drawn.other).place]!
        const headers = FORMS[drawn.form](world.keys[key.place]!, other)
        const reply = await askFor(drawn.end, drawn.instance, headers, world)
        expectUse(reply, { ...drawn, key }, model)
      },
      hasKeys,
    ),
  )

/** Many at once on both instances, some of which are given back: the limit is exact whatever the order. */
const burst = fc
  .record({ key: fc.nat(), plain: fc.nat({ max: 14 }), failing: fc.nat({ max: 4 }) })
  .map((drawn) =>
    command(
      'burst',
      drawn,
      async (model, world) => {
        const key = keyAt(model, drawn.key)
        const headers = apiKey(world.keys[key.place]!)
        const left = model.left(key)
        const asked = Math.min(2, drawn.plain + drawn.failing)
        for (let instance = 0; instance < asked; instance += 1) model.met(key, instance)
        const isRemembered = model.mayStillRefuse(key.account)
        const replies = await Promise.all(
          Array.from({ length: drawn.plain + drawn.failing }, (_, i) =>
            askFor(i < drawn.plain ? 'ok' : 'down', i % 2, headers, world),
          ),
        )
        const [admitted, failed, refused] = [200, 503, 429].map((s) =>
          replies.filter(({ status }) => status === s),
        )
        expect(admitted!.length + failed!.length + refused!.length).toBe(replies.length)
        expect(admitted!.length).toBeLessThanOrEqual(left)
        const isFull = admitted!.length + failed!.length >= left
        if (!isRemembered) expect(refused!.length === 0 || isFull).toBe(true)
        if (drawn.failing === 0 && !isRemembered) expectNumbers(admitted!, left)
        model.count(key.account, admitted!.length)
        if (refused!.length > 0) model.refused(key.account)
      },
      (model) => hasKeys(model) && model.isLive(keyAt(model, drawn.key)),
    ),
  )

export const using: readonly fc.Arbitrary<Command>[] = [use, use, use, use, use, burst]

interface Use {
  readonly key: ModelKey
  readonly instance: number
  readonly end: End
}

/** Holds an answer against the model, and moves the model on. */
function expectUse(reply: Reply, { key, instance, end }: Use, model: Model): void {
  const standings = model.standings(key, instance)
  if (reply.status !== 401) {
    expect(standings).toContain('good')
    model.met(key, instance)
    expectCounted(reply, key, end, model)
    return
  }
  expect(reply.rate).toBeUndefined()
  const refusals = standings.filter((standing) => standing !== 'good')
  const refusal = end === 'head' ? refusals[0] : reply.error
  expect(refusals).toContain(refusal)
  if (refusal === 'invalid_key') key.refusedBy.add(instance)
  else model.met(key, instance)
}

function expectCounted(reply: Reply, key: ModelKey, end: End, model: Model): void {
  const left = model.left(key)
  if (left === 0 || (reply.status === 429 && model.mayStillRefuse(key.account))) {
    expect(reply.status).toBe(429)
    if (left !== Number.POSITIVE_INFINITY) {
      expect(reply.rate).toEqual({ remaining: 0, resetSeconds: reply.retryAfter })
    }
    if (end !== 'head') expect(reply.error).toBe('rate_limited')
    if (end !== 'head') expectWait(reply, model)
    if (left === 0) model.refused(key.account)
    return
  }
  const { status } = ENDS[end]
  expect(reply.status).toBe(status)
  if (status < 500) model.count(key.account, 1)
  if (left === Number.POSITIVE_INFINITY) {
    expect(reply.rate).toBeUndefined()
    return
  }
  expect(reply.rate?.remaining).toBe(model.left(key))
  expect(reply.rate?.resetSeconds).toBe(model.resetSeconds ?? reply.rate?.resetSeconds)
  expect(reply.rate?.resetSeconds).toBeGreaterThanOrEqual(1)
}

/** All that was left is admitted, and every admitted request has a number of its own. */
function expectNumbers(admitted: readonly Reply[], left: number): void {
  const numbers = admitted.map(({ rate }) => rate?.remaining).sort((a, b) => b! - a!)
  if (left !== Number.POSITIVE_INFINITY) expect(numbers).toEqual(numbers.map((_, i) => left - 1 - i))
}
