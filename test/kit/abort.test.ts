import { getEventListeners } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { abortable, pause } from '../../packages/core/src/kernel/kit/abort.ts'

const forever = new Promise<never>(() => {})

/** Node's warnings of leaks from now on: another file of the process may cause others. */
function leaks(): string[] {
  const found: string[] = []
  const keep = ({ name }: Error) => {
    if (name === 'MaxListenersExceededWarning') found.push(name)
  }
  process.on('warning', keep)
  onTestFinished(() => void process.off('warning', keep))
  return found
}

test('300 that wait for one signal end with its abort, and Node warns of no leak', async () => {
  const warned = leaks()
  const controller = new AbortController()
  const reason = new Error('stopped')
  const works = Array.from({ length: 300 }, () => abortable(forever, controller.signal))
  const pauses = Array.from({ length: 300 }, () => pause(60_000, controller.signal))
  await setImmediate()
  controller.abort(reason)
  const settled = await Promise.allSettled(works)
  expect(settled.every((each) => each.status === 'rejected' && each.reason === reason)).toBe(true)
  await Promise.all(pauses)
  expect(warned).toEqual([])
})

test('what has settled is not called on abort, and the others are', async () => {
  const controller = new AbortController()
  const { signal } = controller
  const waits = [abortable(Promise.resolve('done'), signal), abortable(forever, signal)]
  expect(await waits[0]).toBe('done')
  expect(await pause(1, signal)).toBeUndefined()
  controller.abort(new Error('stopped'))
  await expect(waits[1]).rejects.toThrow('stopped')
})

test('a signal that was aborted before ends both at once', async () => {
  const signal = AbortSignal.abort(new Error('stopped'))
  await expect(abortable(forever, signal)).rejects.toThrow('stopped')
  expect(await pause(60_000, signal)).toBeUndefined()
})

test('without a signal, work settles as it does', async () => {
  expect(await abortable(Promise.resolve(1), undefined)).toBe(1)
})

test('a signal that nobody waits for has no listener', async () => {
  const { signal } = new AbortController()
  const waits = [abortable(Promise.resolve(1), signal), abortable(Promise.resolve(2), signal)]
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await Promise.all(waits)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  await pause(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})
