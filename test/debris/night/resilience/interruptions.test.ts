import { memory, type StoreBackend } from '@space-data/core'
import { describe, expect, test } from 'vitest'
import { propagateShells } from '../../../../packages/core/src/features/debris/night/propagate-shells.ts'
import { shellStatus } from '../../../../packages/core/src/features/debris/night/shell-status.ts'
import { minutes, seconds } from '../../../../packages/core/src/kernel/kit/time.ts'
import { NOON, testContext } from '../../../support/context.ts'
import { catalogueOf, publishedBytes, quickPool, wholeRun } from '../support.ts'

/** A backend whose process dies at its n-th write: that write and all that follow are lost. */
function dyingAt(backend: StoreBackend, n: number): { backend: StoreBackend; writes: () => number } {
  let writes = 0
  const write = <A extends unknown[], R>(operation: (...args: A) => R) => {
    return (...args: A): R => {
      writes += 1
      if (writes >= n) throw new Error('killed')
      return operation(...args)
    }
  }
  const records = backend.adapter as Map<string, unknown>
  const adapter = new Proxy(records, {
    get(target, name) {
      const member = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      const bound = member.bind(target)
      return name === 'set' || name === 'delete' ? write(bound) : bound
    },
  })
  const { atomic } = backend
  const dying = {
    ...atomic,
    compareAndSwap: write(atomic.compareAndSwap),
    setIfAbsent: write(atomic.setIfAbsent),
  }
  return { backend: { ...backend, adapter, atomic: dying }, writes: () => writes }
}

describe('killed at any write', () => {
  test('readers see the run before or this one, whole, and a run after ten kills succeeds', async () => {
    const countOf = async () => {
      const backend = memory()
      await propagateShells(testContext({ backend }), { catalogue: catalogueOf(50), pool: () => quickPool() })
      const dying = dyingAt(backend, Number.POSITIVE_INFINITY)
      await propagateShells(testContext({ backend: dying.backend }), {
        catalogue: catalogueOf(60),
        pool: () => quickPool(),
      })
      return dying.writes()
    }
    const writes = await countOf()
    expect(writes).toBeGreaterThan(190)
    const seen = { before: 0, after: 0 }
    const backend = memory()
    const time = { at: NOON }
    const reader = testContext({ backend, time })
    await propagateShells(reader, { catalogue: catalogueOf(50), pool: () => quickPool() })
    for (let n = 1; n <= writes; n += 1) {
      const before = await wholeRun(reader)

      const killed = testContext({ backend: dyingAt(backend, n).backend, time })
      await propagateShells(killed, { catalogue: catalogueOf(60), pool: () => quickPool() }).catch(() => {})
      const now = await wholeRun(reader)
      const isBefore = now?.id === before?.id
      expect(now?.counts.used).toBe(isBefore ? before?.counts.used : 60)
      seen[isBefore ? 'before' : 'after'] += 1

      time.at += minutes(11)
      if (n % 10 !== 0) continue
      const { runId } = await propagateShells(reader, {
        catalogue: catalogueOf(70),
        pool: () => quickPool(),
      })
      expect((await wholeRun(reader))?.id).toBe(runId)
      const kept = new Set((await reader.store.keys('shell:')).map((key) => key.split(':')[2]))
      expect(kept.size).toBe(2)
    }
    expect(seen.before).toBeGreaterThan(185)
    expect(seen.after).toBeGreaterThan(1)
  }, 60_000)
})

describe('resumed', () => {
  const catalogue = catalogueOf(20_000)

  test.each([1, 7, 17])('after %i slices: the same bytes as a run in one go', async (until) => {
    const whole = testContext()
    await propagateShells(whole, { catalogue, pool: () => quickPool() })

    const context = testContext()
    const stopping = new AbortController()
    let slices = 0
    const stopAfter = () => {
      slices += 1
      context.time.at += seconds(3)
      if (slices > until) stopping.abort()
    }
    const stopped = propagateShells(context, {
      catalogue,
      pool: () => quickPool(stopAfter, 2),
      signal: stopping.signal,
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect((await shellStatus(context)).job).toMatchObject({ ok: null, error: 'the job was stopped' })

    let again = 0
    const { resumed, objects } = await propagateShells(context, {
      catalogue,
      pool: () =>
        quickPool(() => {
          again += 1
        }, 3),
    })
    expect({ resumed, objects }).toEqual({ resumed: true, objects: 20_000 })
    expect(slices + again).toBeLessThanOrEqual(20 + 4)
    expect(await publishedBytes(context)).toBe(await publishedBytes(whole))
  })

  test('not on another catalogue, and not for another day', async () => {
    const context = testContext()
    let slices = 0
    const breakOff = () => {
      context.time.at += seconds(6)
      slices += 1
      if (slices === 10) throw new Error('boom')
    }
    const broken = propagateShells(context, { catalogue, pool: () => quickPool(breakOff) })
    await expect(broken).rejects.toThrow('boom')
    expect((await shellStatus(context)).job).toMatchObject({
      ok: false,
      error: 'the job failed; see the log of the instance that ran it',
    })
    const other = await propagateShells(context, { catalogue: catalogueOf(19_999), pool: () => quickPool() })
    expect(other.resumed).toBe(false)
  })
})
