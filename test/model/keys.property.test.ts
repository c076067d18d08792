import { memory, type StoreBackend } from '@space-data/core'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { temporarySqlite } from '../storage/temporary-sqlite.ts'
import { orInSoak, runs } from '../support/tier.ts'
import { issuing } from './issuing.ts'
import { Model } from './model.ts'
import { passingTime } from './passing-time.ts'
import { refused } from './refused.ts'
import { using } from './using.ts'
import { openWorld } from './world.ts'

vi.setConfig({ testTimeout: orInSoak(120_000, 3_600_000) })

/** Half past ten in the evening: a day's end is near, and its beginning not far. */
const START = Date.parse('2026-11-21T22:30:00.250Z')
const commands = fc.commands([...issuing, ...using, ...using, ...refused, ...passingTime], {
  maxCommands: 60,
  size: 'max',
})

/** The first counterexample is enough, it need not be small. */
const SOON = { ...runs(300, 300), endOnFailure: true }

/**
 * Runs sequences of commands against the model and two instances on one store, and tells of the first that
 * differs.
 */
async function runModel(
  openBackend: () => StoreBackend | Promise<StoreBackend>,
  options: fc.Parameters<unknown>,
) {
  const tally = { commands: 0, requests: 0 }
  const details = await fc.check(
    fc.asyncProperty(commands, async (sequence) => {
      const world = await openWorld(await openBackend(), START, tally)
      try {
        await fc.asyncModelRun(() => ({ model: new Model(START), real: world }), sequence)
      } finally {
        await world.close()
      }
    }),
    options,
  )
  return { details, tally }
}

describe('keys and quotas are what the model says', () => {
  test.each([
    ['memory', () => memory()],
    ['SQLite', temporarySqlite],
  ] as const)('on %s', async (name, openBackend) => {
    const parameters = runs(10, 5_000)
    const { details, tally } = await runModel(openBackend, parameters)
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance })
    console.log(
      `FIGURE model ${name}: ${parameters.numRuns} sequences, ${tally.commands} commands, ${tally.requests} requests, 0 differences`,
    )
  })
})

describe('the model finds a store that', () => {
  const faults: [
    fault: string,
    counters: (real: StoreBackend['atomic']) => Partial<StoreBackend['atomic']>,
  ][] = [
    ['admits one too many', (real) => ({ add: (key, limit, ...rest) => real.add(key, limit + 1, ...rest) })],
    ['admits one too few', (real) => ({ add: (key, limit, ...rest) => real.add(key, limit - 1, ...rest) })],
    ['gives nothing back', () => ({ subtract: () => {} })],
    [
      'gives back twice',
      (real) => ({ subtract: async (key) => [await real.subtract(key), await real.subtract(key)][0] }),
    ],
    ['forgets who has a key of today', () => ({ setIfAbsent: (_, value) => value })],
  ]

  test.each(faults)('%s', async (_, faulty) => {
    const spoilt = () => {
      const backend = memory()
      return { ...backend, atomic: { ...backend.atomic, ...faulty(backend.atomic) } }
    }
    expect((await runModel(spoilt, SOON)).details.failed).toBe(true)
  })

  test('keeps a revoked key', async () => {
    const spoilt = () => {
      const backend = memory()
      const records = backend.adapter as Map<string, string>
      const set = (key: string, value: string) => {
        if (!String(value).includes('"revokedAt":"')) records.set(key, value)
      }
      return {
        ...backend,
        adapter: Object.assign(new Map(), { get: (key: string) => records.get(key), set }),
        keys: backend.keys,
      }
    }
    expect((await runModel(spoilt, SOON)).details.failed).toBe(true)
  })
})
