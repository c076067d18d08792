import { InvalidOptionError } from '@space-data/core'
import type { Webhooks } from '@space-data/core/alerts'
import { describe, expect, test } from 'vitest'
import { createWebhooks } from '../../../packages/core/src/alerts/webhooks/webhooks.ts'
import { NOON, type TestContext } from '../../support/context.ts'
import { loopbackSender } from '../../support/loopback-sender.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { webhookContext } from './support.ts'

interface Scene {
  readonly context: TestContext
  readonly webhooks: Webhooks
  readonly receiver: Receiver
}

async function scene(): Promise<Scene> {
  const context = webhookContext()
  return { context, webhooks: createWebhooks(context), receiver: await startReceiver() }
}

const LIMIT = 5

describe('creating a webhook', () => {
  test('pings the receiver, and shows the secret this once', async () => {
    const { webhooks, receiver } = await scene()
    const created = await webhooks.add('acme', { url: receiver.url, types: ['geomagnetic.*'] }, LIMIT)
    expect(created.id).toMatch(/^wh_[0-9A-Za-z]{20}$/)
    expect(created).toMatchObject({
      url: receiver.url,
      types: ['geomagnetic.*'],
      parameters: {},
      description: null,
      createdAt: new Date(NOON).toISOString(),
      status: 'active',
      disabledReason: null,
      pending: 0,
      nextAttemptAt: null,
    })
    expect(created.secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/)
    expect(created.publicKey).toMatch(/^whpk_[0-9A-Za-z+/]{43}=$/)
    expect(receiver.received.map(({ message }) => message.type)).toEqual(['webhook.ping'])
    const shown = await webhooks.show('acme', created.id)
    const { secret: _, ...withoutSecret } = created
    expect(shown).toEqual(withoutSecret)
    expect(await webhooks.list('acme')).toEqual([shown])
  })

  test('is refused unless the ping is answered with 2xx, and leaves nothing behind', async () => {
    const { webhooks, receiver } = await scene()
    for (const status of [301, 404, 500]) {
      receiver.answer = status
      await expect(webhooks.add('acme', { url: receiver.url }, LIMIT)).rejects.toMatchObject({
        code: 'webhook_rejected',
        reason: 'receiver',
        message: expect.stringContaining(`HTTP ${status}`),
      })
    }
    const refused = webhooks.add('acme', { url: 'https://refuse.example/' }, LIMIT)
    await expect(refused).rejects.toMatchObject({ reason: 'receiver' })
    expect(await webhooks.list('acme')).toEqual([])
  })

  test('stops at the limit, however many are created at once', async () => {
    const { webhooks, receiver } = await scene()
    const creations = Array.from({ length: 12 }, () => webhooks.add('acme', { url: receiver.url }, LIMIT))
    const settled = await Promise.allSettled(creations)
    const refused = settled.filter((each) => each.status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const { reason } of refused) expect(reason).toMatchObject({ reason: 'limit' })
    expect(await webhooks.list('acme')).toHaveLength(LIMIT)
    await expect(webhooks.add('other', { url: receiver.url }, 0)).rejects.toMatchObject({ reason: 'limit' })
  })

  test.each([
    ['no URL', { url: 'receiver' }],
    ['another scheme', { url: 'ftp://receiver.example/' }],
    ['a password', { url: 'https://me:secret@receiver.example/' }],
    ['a long URL', { url: `https://receiver.example/${'a'.repeat(2_048)}` }],
    ['a key', { url: 'https://receiver.example/?k=sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17' }],
    ['an unknown type', { types: ['weather.*'] }],
    ['a pattern in the middle', { types: ['geomagnetic*'] }],
    ['too many types', { types: Array.from({ length: 21 }, () => '*') }],
    ['an unknown parameter', { parameters: { level: 3 } as object }],
    ['a number out of range', { parameters: { minGScale: 6 } }],
    ['an altitude between shells', { parameters: { altitudesKm: [555] } }],
    ['no catalogue number', { parameters: { noradIds: [0] } }],
    ['a long description', { description: 'a'.repeat(101) }],
    ['a line break', { description: 'a\nb' }],
  ])('refuses %s', async (_, input) => {
    const { webhooks, receiver } = await scene()
    const added = webhooks.add('acme', { url: receiver.url, ...input }, LIMIT)
    await expect(added).rejects.toBeInstanceOf(InvalidOptionError)
    expect(receiver.received).toEqual([])
  })
})

describe('an account', () => {
  test('sees and changes its own webhooks only', async () => {
    const { webhooks, receiver } = await scene()
    const { id } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
    expect(await webhooks.list('other')).toEqual([])
    expect(await webhooks.show('other', id)).toBeUndefined()
    expect(await webhooks.change('other', id, { status: 'disabled' })).toBeUndefined()
    expect(await webhooks.test('other', id)).toBeUndefined()
    expect(await webhooks.rotate('other', id)).toBeUndefined()
    expect(await webhooks.deliveries('other', id)).toBeUndefined()
    expect(await webhooks.replay('other', id, { after: 0 })).toBeUndefined()
    expect(await webhooks.delete('other', id)).toBe(false)
    expect(await webhooks.show('acme', id)).toMatchObject({ status: 'active' })
  })

  test('tests a webhook, and finds the attempt among its deliveries', async () => {
    const { webhooks, receiver } = await scene()
    const { id } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
    receiver.answer = (_, response) => response.writeHead(500).end('out of order')
    const attempt = await webhooks.test('acme', id)
    expect(attempt).toMatchObject({
      attempt: 1,
      alertType: 'webhook.ping',
      sequence: null,
      outcome: 'failed',
      httpStatus: 500,
      error: 'HTTP 500',
      answer: 'out of order',
    })
    receiver.answer = 204
    const second = await webhooks.test('acme', id)
    expect(second).toMatchObject({ attempt: 2, outcome: 'delivered', error: null })
    expect(await webhooks.deliveries('acme', id)).toEqual([second, attempt])
    expect(await webhooks.deliveries('acme', id, { before: 2 })).toEqual([attempt])
    expect(await webhooks.deliveries('acme', id, { limit: 1 })).toEqual([second])
  })

  test('changes a webhook; a new URL is pinged first', async () => {
    const { webhooks, receiver } = await scene()
    const { id } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
    const changed = await webhooks.change('acme', id, { types: ['solar.*'], description: 'flares' })
    expect(changed).toMatchObject({ types: ['solar.*'], description: 'flares', url: receiver.url })
    const dead = webhooks.change('acme', id, { url: 'http://127.0.0.1:9/' })
    await expect(dead).rejects.toMatchObject({ reason: 'receiver' })
    const url = `${receiver.url}/new`
    expect(await webhooks.change('acme', id, { url })).toMatchObject({ url, types: ['solar.*'] })
    expect(receiver.received).toHaveLength(2)
    const paused = await webhooks.change('acme', id, { status: 'disabled' })
    expect(paused).toMatchObject({ status: 'disabled', disabledReason: 'owner' })
    await expect(webhooks.replay('acme', id, { after: 0 })).rejects.toMatchObject({ reason: 'disabled' })
    expect(await webhooks.change('acme', id, { status: 'active' })).toMatchObject({ disabledReason: null })
  })

  test('rotates the secret', async () => {
    const { webhooks, receiver } = await scene()
    const created = await webhooks.add('acme', { url: receiver.url }, LIMIT)
    const rotated = await webhooks.rotate('acme', created.id)
    expect(rotated?.secret).not.toBe(created.secret)
    expect(rotated?.publicKey).not.toBe(created.publicKey)
    expect(await webhooks.show('acme', created.id)).toMatchObject({ publicKey: rotated?.publicKey })
  })
})

test('without the option, every operation says so', async () => {
  const context = webhookContext({ webhooks: undefined })
  const webhooks = createWebhooks(context)
  await expect(webhooks.list('acme')).rejects.toBeInstanceOf(InvalidOptionError)
  await expect(webhooks.add('acme', { url: 'https://a.example' }, 5)).rejects.toThrow(/set the option/)
})

test("the operator's receivers are webhooks that only the configuration changes", async () => {
  const receiver = await startReceiver()
  const context = webhookContext({
    webhooks: { masterSecrets: ['m'.repeat(32)], sender: loopbackSender },
    operatorReceivers: [{ url: receiver.url, types: ['upstream.*'] }],
  })
  const webhooks = createWebhooks(context)
  const [own] = await webhooks.list('operator')
  expect(own).toMatchObject({ url: receiver.url, types: ['upstream.*'], status: 'active' })
  expect(own?.id).toMatch(/^wh_[0-9A-Za-z]{20}$/)
  const id = own?.id ?? ''
  expect(await webhooks.test('operator', id)).toMatchObject({ outcome: 'delivered' })
  await expect(webhooks.delete('operator', id)).rejects.toBeInstanceOf(InvalidOptionError)
  expect(await webhooks.change('operator', id, { status: 'disabled' })).toMatchObject({ status: 'disabled' })
})
