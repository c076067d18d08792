import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { csvOf } from '../../packages/cli/src/sample/celestrak/omm.ts'
import { syntheticCatalogue } from '../../packages/cli/src/synthetic/catalogue.ts'
import type { ElementSet } from '../../packages/core/src/orbit/element-set.ts'
import { readElementSets } from '../../packages/core/src/orbit/read-element-sets.ts'
import { type SliceTask, type Tally, tallySlice } from '../../packages/core/src/orbit/tally.ts'

/** The built host: its worker file stands beside it in dist only. */
const { nodeWorkers } = (await import(
  new URL('../../packages/core/dist/node.js', import.meta.url).href
)) as typeof import('@space-data/core/node')

const AT = Date.UTC(2026, 10, 21)
const GRID = { minKm: 150, maxKm: 2_000, shellKm: 10, binDeg: 10 }
const { elementSets } = readElementSets(csvOf(syntheticCatalogue(120, AT)))
const slices = [0, 30, 60, 90].map((from) => taskOf(elementSets.slice(from, from + 30)))
const inThread = slices.map((slice) => summaryOf(tallySlice(slice)))

describe('worker threads', { timeout: 30_000 }, () => {
  it.each([1, 2, 4])('give what one thread gives, %i at a time', async (size) => {
    const pool = open(size)
    expect(pool.size).toBe(size)
    const tallies = await Promise.all(slices.map((slice) => pool.run(slice)))
    expect(tallies.map(summaryOf)).toEqual(inThread)
    expect(tallies.every(({ stats }) => stats.inRange > 0)).toBe(true)
  })

  it('reject the slice that breaks one, and count the others on a new one', async () => {
    const pool = open(1)
    const results = await Promise.allSettled([slices[0]!, breaking, slices[1]!].map(pool.run))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [, broken, last] = results
    expect(broken).toMatchObject({ reason: { message: 'a worker broke off with code 1' } })
    expect(last?.status === 'fulfilled' && summaryOf(last.value)).toEqual(inThread[1])
  })

  it('reject what is under way or waiting when they are closed, and all that comes later', async () => {
    const pool = open(1)
    const results = Promise.allSettled([slices[0]!, slices[1]!].map(pool.run))
    await pool.close()
    for (const result of await results) {
      expect(result).toMatchObject({ reason: { message: 'the workers are closed' } })
    }
    await expect(pool.run(slices[0]!)).rejects.toThrow('the workers are closed')
  })

  it('are one or more', () => {
    for (const size of [0, -1, 1.5, Number.NaN]) expect(() => nodeWorkers(size)).toThrow(TypeError)
  })
})

const breaking = { ...taskOf([]), elementSets: null as unknown as ElementSet[] }

/** All of a tally, in a form that is quick to compare. */
function summaryOf({ counts, byType, stats }: Tally) {
  const hashOf = (array: Uint32Array) => createHash('sha256').update(array).digest('hex')
  return { counts: hashOf(counts), byType: hashOf(byType), stats }
}

function taskOf(some: readonly ElementSet[]): SliceTask {
  return { elementSets: some, t0: AT, grid: GRID }
}

function open(size: number) {
  const pool = nodeWorkers(size)
  onTestFinished(() => pool.close())
  return pool
}
