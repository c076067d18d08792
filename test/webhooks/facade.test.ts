import { InvalidOptionError } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { checkInput } from '../../packages/core/src/features/webhooks/check-input.ts'
import { createWebhooks } from '../../packages/core/src/features/webhooks/webhooks.ts'
import { loopbackSender } from '../support/loopback-sender.ts'
import { startReceiver } from '../support/receiver.ts'
import { webhookContext } from './support.ts'

/** What the schemas of the endpoints reject before it comes here; the rest is in `endpoints/webhooks-refused`. */
describe('without HTTP,', () => {
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
  ])('%s is refused', (_, input) => {
    expect(() => checkInput(input, webhookContext().settings)).toThrow(InvalidOptionError)
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
