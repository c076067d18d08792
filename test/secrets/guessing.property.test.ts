import { createSpaceData, memory, type WholeSpaceData } from '@space-data/core'
import { sampleFetch } from '@space-data/sample'
import { expect, test, vi } from 'vitest'
import {
  checksum,
  isSecret,
  newSecret,
  randomBase62,
} from '../../packages/core/src/kernel/accounts/keys/secret.ts'
import { orInSoak, TIER } from '../support/tier.ts'
import { welchT } from './statistics.ts'

vi.setConfig({ testTimeout: orInSoak(60_000, 3_600_000) })

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KP = '/v1/space-weather/kp'
const FORMS = [(key: string) => ({ authorization: `Bearer ${key}` }), (key: string) => ({ 'x-api-key': key })]

/** Instances on one store, and how often the store is read. */
function instances(count: number) {
  const backend = memory()
  const records = backend.adapter as Map<string, string>
  const store = { reads: 0 }
  const adapter = Object.assign(new Map<string, string>(), {
    get(key: string) {
      store.reads += 1
      return records.get(key)
    },
    set: (key: string, value: string) => records.set(key, value),
    delete: (key: string) => records.delete(key),
  })
  const now = () => new Date()
  const open = () =>
    createSpaceData({
      store: { ...backend, adapter },
      fetch: sampleFetch(now),
      onError: () => {},
      limits: { refusedPerMinute: 1_000_000 },
    })
  return { store, services: Array.from({ length: count }, open) as [WholeSpaceData, ...WholeSpaceData[]] }
}

async function statusOf(service: WholeSpaceData, headers: Record<string, string>): Promise<number> {
  const response = await service.handle(new Request(`http://space-data.test${KP}`, { headers }))
  await response.body?.cancel()
  return response.status
}

/** How many wrong keys are tried. */
const WRONG = orInSoak(5_000, 100_000)

test('wrong keys reach no store', async () => {
  const { store, services } = instances(1)
  const [service] = services
  const random = (length: number) => randomBase62(length)
  const shapes = [
    // The right length and a random checksum, which is right once in 56,800,235,584.
    () => `sd_live_${random(36)}`,
    () => `sd_live_${random(35)}`,
    () => `sd_test_${newSecret('').slice(0, 36)}`,
    () => newSecret(''),
    () => random(1 + Math.floor(Math.random() * 60)),
  ]
  await statusOf(service, FORMS[0]!(newSecret('sd_live_')))
  const before = store.reads
  let refused = 0
  for (let i = 0; i < WRONG; i += 1) {
    const key = shapes[i % shapes.length]!()
    if (isSecret(key, 'sd_live_')) continue
    const status = await statusOf(service, FORMS[i % 2]!(key))
    if (status === 401) refused += 1
  }
  expect(store.reads - before).toBe(0)
  expect(refused).toBe(WRONG)
  // The count does count: a key that was well made but never issued is looked for.
  await statusOf(service, FORMS[0]!(newSecret('sd_live_')))
  expect(store.reads).toBeGreaterThan(before)
})

test('each of the 36 characters counts, in both headers, on instances that know the key', async () => {
  const { services } = instances(3)
  const { key } = await services[0].keys.issue({ tier: 'enterprise', label: 'test' })
  let accepted = 0
  let tried = 0
  for (const service of services) {
    for (const form of FORMS) expect(await statusOf(service, form(key))).toBe(200)
    for (let at = key.length - 36; at < key.length; at += 1) {
      const other = ALPHABET[(ALPHABET.indexOf(key[at]!) + 1 + (at % 61)) % 62]
      for (const form of FORMS) {
        tried += 1
        const status = await statusOf(service, form(key.slice(0, at) + other + key.slice(at + 1)))
        if (status !== 401) accepted += 1
      }
    }
    for (const form of FORMS) expect(await statusOf(service, form(key))).toBe(200)
  }
  expect([accepted, tried]).toEqual([0, 216])
})

/**
 * How long a refusal takes may tell what anyone can compute, such as a checksum, but not how much of a key is
 * right. It is printed and not asserted, for machines differ too much.
 */
if (TIER === 'soak')
  test('how far the time to refuse tells why', async () => {
    const { services } = instances(1)
    const [service] = services
    const [known, revoked] = [await issued(service), await issued(service)]
    await service.keys.revoke(revoked.id)
    const like = (key: string) => () => {
      const body = key.slice(8, 32) + randomBase62(6)
      return `sd_live_${body}${checksum(body)}`
    }
    // The processor learns what is always the same, so what begins as an issued key is held against what begins
    // as none.
    const kinds = [
      ['24 characters of no key', like(newSecret('sd_live_'))],
      ['24 characters of another that is none', like(newSecret('sd_live_'))],
      ['24 characters of a key', like(known.key)],
      ['never issued', () => newSecret('sd_live_')],
      ['wrong checksum', () => `sd_live_${randomBase62(36)}`],
      ['random text', () => randomBase62(44)],
      ['revoked', () => revoked.key],
    ] as const
    // Made beforehand, and flat in memory: how a key was made must not be timed with it.
    const tries = kinds.flatMap(([, make], kind) =>
      Array.from({ length: 100_000 }, () => ({
        kind,
        key: Buffer.from(make()).toString(),
        at: Math.random(),
      })),
    )
    const times = kinds.map((): number[] => [])
    for (const { kind, key } of tries.sort((a, b) => a.at - b.at)) {
      const headers = FORMS[1]!(key)
      const startedAt = performance.now()
      await statusOf(service, headers)
      times[kind]!.push(performance.now() - startedAt)
    }
    for (const [i, [kind]] of kinds.entries()) {
      if (i === 0) continue
      const t = welchT(times[0]!, times[i]!)
      console.log(`FIGURE timing, ${kind} against ${kinds[0][0]}: t = ${t.toFixed(1)}`)
      expect(Number.isFinite(t)).toBe(true)
    }
  })

async function issued(service: WholeSpaceData) {
  const { key, record } = await service.keys.issue({ tier: 'free', label: 'test' })
  return { key, id: record.id }
}
