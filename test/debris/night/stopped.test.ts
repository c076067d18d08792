import { createSpaceData } from '@space-data/core'
import { expect, test } from 'vitest'
import { abortable } from '../../../packages/core/src/kernel/kit/abort.ts'

test.each(['shells', 'checks'] as const)(
  '%s does not wait for a provider that says nothing once it is stopped',
  async (job) => {
    let asked = () => {}
    const firstAsk = new Promise<void>((resolve) => {
      asked = resolve
    })
    const service = createSpaceData({
      fetch: () => {
        asked()
        return new Promise(() => {})
      },
      onError: () => {},
    })
    const stopping = new AbortController()
    const run = service.jobs[job].run({ signal: stopping.signal })
    await firstAsk
    stopping.abort()
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    const again = service.jobs[job].run({ signal: AbortSignal.abort() })
    await expect(again, 'the lease is free again').rejects.toMatchObject({ name: 'AbortError' })
    await service.close()
  },
  // The deadline of a request upstream is 10 s.
  5_000,
)

test('a job that was stopped just before it began to wait does not wait either', async () => {
  const never = new Promise(() => {})
  await expect(abortable(never, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  await expect(abortable(Promise.resolve('done'), new AbortController().signal)).resolves.toBe('done')
})
