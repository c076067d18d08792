import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createAlert } from '../../packages/core/src/features/alerts/alert.ts'
import { alertTypes } from '../../packages/core/src/features/alerts/alert-types.ts'
import {
  importHmac,
  importSeed,
  signingKeys,
  utf8,
} from '../../packages/core/src/features/webhooks/secrets.ts'
import { sign } from '../../packages/core/src/features/webhooks/signature.ts'
import { FOREVER, hours } from '../../packages/core/src/kernel/kit/time.ts'
import { exampleOf } from '../fixtures/alert-examples.ts'
import { loopbackSender } from '../support/loopback-sender.ts'
import { type Received, startReceiver } from '../support/receiver.ts'
import { deliverer, LIMIT, MASTER } from './support.ts'
import { bytesOf, isVerifiedByWebCrypto, signaturesOf, verifiedByPackage } from './verify.ts'

describe('vectors of Standard Webhooks', () => {
  const seedAndPublic = bytesOf(
    'whsk_6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  )

  test('1 and 3: both schemes over the same message', async () => {
    const hmac = await importHmac(bytesOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'))
    const { privateKey: ed25519, publicKey } = await importSeed(seedAndPublic.slice(0, 32))
    expect(Buffer.from(publicKey).toString('base64')).toBe('1SiA4o9hyqTCpIqC5V9HUakiiaeACeqfZTInDBbOir4=')
    const signed = utf8('msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}')
    expect((await sign({ hmac, ed25519 }, signed)).split(' ')).toEqual([
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==',
    ])
  })

  test('2', async () => {
    const hmac = await importHmac(bytesOf('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'))
    const { privateKey: ed25519 } = await importSeed(seedAndPublic.slice(0, 32))
    const body = '{"email":"test@example.com","username":"test_user"}'
    const signed = utf8(`msg_27UH4WbU6Z5A5EzD8u03UvzRbpk.1649367553.${body}`)
    const [v1] = (await sign({ hmac, ed25519 }, signed)).split(' ')
    expect(v1).toBe('v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=')
  })
})

test('secrets differ by master secret, webhook and version, and are the same on every process', async () => {
  const derived = await Promise.all([
    signingKeys(MASTER, 'wh_a', 1),
    signingKeys(MASTER, 'wh_a', 2),
    signingKeys(MASTER, 'wh_b', 1),
    signingKeys(`${MASTER}!`, 'wh_a', 1),
  ])
  expect(new Set(derived.map(({ secret }) => secret)).size).toBe(4)
  expect(new Set(derived.map(({ publicKey }) => publicKey)).size).toBe(4)
  // Receivers keep these: another derivation would break every one of them.
  const hkdf = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', MASTER, '', `space-data webhook ${purpose} wh_a 1`, 32))
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), hkdf('v1a')])
  const seed = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(seed).export({ format: 'jwk' })
  const publicKey = Buffer.from(x, 'base64url').toString('base64')
  expect(derived[0]).toMatchObject({
    secret: `whsec_${hkdf('v1').toString('base64')}`,
    publicKey: `whpk_${publicKey}`,
  })
})

/** Webhooks on the real clock, for the package accepts timestamps of the last five minutes only. */
function onRealTime(masterSecrets = [MASTER]) {
  const time = { at: Date.now() }
  return { time, ...deliverer({ time, webhooks: { masterSecrets, sender: loopbackSender } }) }
}

test('a body of every type is verified by the standardwebhooks package and by WebCrypto', async () => {
  const { webhooks, context, deliver, time } = onRealTime()
  const receiver = await startReceiver()
  const { secret, publicKey } = await webhooks.add(
    'acme',
    { url: receiver.url, types: ['*'], parameters: { noradIds: [25544] } },
    LIMIT,
  )
  const alerts = alertTypes
    .filter(({ audience, type }) => audience !== 'operator' && type !== 'webhook.ping')
    .map(({ type, audience }) =>
      createAlert({
        type,
        subject: '25544',
        at: time.at,
        // Not all types of the kind `watchers` could be watched by one subject.
        audience: audience === 'account' ? { account: 'acme' } : 'public',
        data: exampleOf(type),
      }),
    )
  await context.alerts.log.append(alerts, 1)
  await deliver()
  expect(receiver.received).toHaveLength(1 + alerts.length)
  for (const received of receiver.received) {
    expect(verifiedByPackage(secret, received)).toEqual(JSON.parse(received.body))
    expect(await isVerifiedByWebCrypto(publicKey, received)).toBe(true)
    const changed = { ...received, body: received.body.replace('"', ' "') }
    expect(() => verifiedByPackage(secret, changed)).toThrow()
    expect(await isVerifiedByWebCrypto(publicKey, changed)).toBe(false)
  }
})

test('for 24 hours after a rotation both secrets sign, the new one first', async () => {
  const { webhooks, log, deliver, time } = onRealTime()
  const rotatedAt = time.at - hours(24) + 1_000
  time.at = rotatedAt
  const receiver = await startReceiver()
  const old = await webhooks.add('acme', { url: receiver.url }, LIMIT)
  const renewed = await webhooks.rotate('acme', old.id)
  time.at = rotatedAt + hours(24) - 1
  await log('a')
  await deliver()
  const [during] = receiver.alerts() as [Received]
  expect(signaturesOf(during).map((signature) => signature.split(',')[0])).toEqual(['v1', 'v1a', 'v1', 'v1a'])
  verifiedByPackage(old.secret, during)
  verifiedByPackage(renewed?.secret ?? '', during)
  expect(await isVerifiedByWebCrypto(old.publicKey, during)).toBe(true)
  expect(await isVerifiedByWebCrypto(renewed?.publicKey ?? '', during)).toBe(true)

  time.at = rotatedAt + hours(24)
  await log('b')
  await deliver()
  const [, after] = receiver.alerts() as [Received, Received]
  expect(signaturesOf(after)).toHaveLength(2)
  verifiedByPackage(renewed?.secret ?? '', after)
  expect(() => verifiedByPackage(old.secret, after)).toThrow()
  expect(await isVerifiedByWebCrypto(old.publicKey, after)).toBe(false)
})

test('while a master secret is replaced both sign, and the newest is shown', async () => {
  const receiver = await startReceiver()
  const masters = ['newest', 'newer', 'oldest'].map((name) => name.padEnd(32, '.'))
  const { webhooks, log, deliver } = onRealTime(masters)
  const { id, secret } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
  await log('a')
  await deliver()
  const [received] = receiver.alerts() as [Received]
  const [newest, newer, oldest] = await Promise.all(masters.map((master) => signingKeys(master, id, 1)))
  expect(secret).toBe(newest?.secret)
  expect(signaturesOf(received)).toHaveLength(4)
  verifiedByPackage(newest?.secret ?? '', received)
  verifiedByPackage(newer?.secret ?? '', received)
  expect(() => verifiedByPackage(oldest?.secret ?? '', received)).toThrow()
})

test('the store has no secret', async () => {
  const { webhooks, context, log, deliver } = onRealTime()
  const receiver = await startReceiver()
  const { id, secret, publicKey } = await webhooks.add('acme', { url: receiver.url }, LIMIT)
  await webhooks.rotate('acme', id)
  await log('a')
  await deliver()
  const names = await context.store.keys('')
  const records = await Promise.all(names.map((name) => context.store.get(name)))
  const { atomic } = context.store
  const owners = await Promise.all(
    ['webhooks:acme', `webhook-state:${id}`].map((key) => atomic.get(key, context.now(), FOREVER)),
  )
  const stored = JSON.stringify([names, records, owners])
  expect(stored).toContain(id)
  for (const text of [secret, publicKey, MASTER]) expect(stored).not.toContain(text.replace(/^wh\w+_/, ''))
})
