import { expect, test } from 'vitest'
import { propagateShells } from '../../packages/core/src/features/debris/night/propagate-shells.ts'
import { SHELL_JOB } from '../../packages/core/src/features/debris/night/shell-job.ts'
import { acquireJobLease } from '../../packages/core/src/kernel/storage/lease/job-lease.ts'
import { catalogueOf, quickPool } from '../debris/night/support.ts'
import { testContext } from '../support/context.ts'

test('the shell job tells how it ended, and how long it took', async () => {
  const context = testContext()
  const pool = () =>
    quickPool(() => {
      context.time.at += 250
    })
  await propagateShells(context, { catalogue: catalogueOf(40), pool })
  const [event] = context.events.filter(({ type }) => type === 'job')
  expect(event).toMatchObject({ type: 'job', job: 'shells', ok: true })
  expect(event && 'ms' in event && event.ms).toBeGreaterThanOrEqual(250)
})

test('one that breaks off has ended badly, and one that finds another at it has not begun', async () => {
  const context = testContext()
  const pool = () => quickPool(() => Promise.reject(new Error('boom')))
  await expect(propagateShells(context, { catalogue: catalogueOf(40), pool })).rejects.toThrow()
  expect(context.events).toEqual([{ type: 'job', job: 'shells', ok: false, error: expect.any(Error), ms: 0 }])
  await acquireJobLease(SHELL_JOB, 'another', context)
  await expect(propagateShells(context, { catalogue: catalogueOf(40), pool })).rejects.toThrow(/another/)
  expect(context.events).toHaveLength(1)
})
