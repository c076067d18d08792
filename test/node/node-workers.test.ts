import { createHash } from 'node:crypto'
import { type ElementSet, readElementSets, type SliceTask, type Tally } from '@space-data/core/debris'
import { formatOmmCsv, syntheticCatalogue } from '@space-data/sample'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tallySlice } from '../../packages/core/src/features/debris/density/tally.ts'

/** The built adapter: the worker file is beside it in dist only. */
const { nodeWorkers } = (await import(
  new URL('../../packages/core/dist/node.js', import.meta.url).href
)) as typeof import('@space-data/core/node')

const AT = Date.UTC(2026, 10, 21)
const GRID = { minKm: 150, maxKm: 2_000, shellKm: 10, binDeg: 10 }
const { elementSets } = readElementSets(formatOmmCsv(syntheticCatalogue(120, AT)))
const slices = [0, 30, 60, 90].map((from) => taskOf(elementSets.slice(from, from + 30)))
const inThread = slices.map((slice) => summaryOf(tallySlice(slice)))

describe('worker threads', { timeout: 30_000 }, () => {
  it.each([1, 2, 4])('return the same tallies as one thread, with %i threads', async (size) => {
    const pool = open(size)
    // One slice more, which waits for the first thread that is done.
    expect(pool.size).toBe(size + 1)
    const tallies = await Promise.all(slices.map((slice) => pool.run(slice)))
    expect(tallies.map(summaryOf)).toEqual(inThread)
    expect(tallies.every(({ stats }) => stats.inRange > 0)).toBe(true)
  })

  it('reject a slice that crashes a thread and count the others on a new one', async () => {
    const pool = open(1)
    const results = await Promise.allSettled([slices[0]!, breaking, slices[1]!].map(pool.run))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const [, broken, last] = results
    expect(broken).toMatchObject({ reason: { message: 'a worker thread exited with code 1' } })
    expect(last?.status === 'fulfilled' && summaryOf(last.value)).toEqual(inThread[1])
  })

  it('reject running, waiting and later slices once closed', async () => {
    const pool = open(1)
    const results = Promise.allSettled([slices[0]!, slices[1]!].map(pool.run))
    await pool.close()
    for (const result of await results) {
      expect(result).toMatchObject({ reason: { message: 'the worker pool is closed' } })
    }
    await expect(pool.run(slices[0]!)).rejects.toThrow('the worker pool is closed')
  })

  it('need a size of at least 1', () => {
    for (const size of [0, -1, 1.5, Number.NaN]) expect(() => nodeWorkers(size)).toThrow('nodeWorkers: size')
  })
})

const breaking = { ...taskOf([]), elementSets: null as unknown as ElementSet[] }

/** Converts a tally to a form that compares quickly. */
function summaryOf({ counts, byType, byKm, custom, stats }: Tally) {
  const hashOf = (array: Uint32Array) => createHash('sha256').update(array).digest('hex')
  const counters = [counts, byType, byKm, ...custom.flatMap((shell) => [shell.counts, shell.byType])]
  return { counters: counters.map(hashOf), stats }
}

function taskOf(some: readonly ElementSet[]): SliceTask {
  const step = { minKm: 400, maxKm: 900, latitudeMinDeg: -90, latitudeMaxDeg: 90, latitudeStepDeg: 90 }
  const grids = [5, 50].map((stepKm) => ({ ...step, stepKm }))
  const groups = Uint32Array.from(some, (_, i) => Math.floor(i / 10))
  const shellsByGroup = [[0, 1], [], [1]].map((shells) => Uint16Array.from(shells))
  return { elementSets: some, t0: AT, grid: GRID, custom: { grids, groups, shellsByGroup } }
}

function open(size: number) {
  const pool = nodeWorkers(size)
  onTestFinished(() => pool.close())
  return pool
}
