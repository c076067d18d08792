import { expect, onTestFinished, test, vi } from 'vitest'
import { gatherLines } from '../../../packages/cli/src/kit/gather-lines.ts'

function gathering() {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const passed: string[] = []
  const lines = gatherLines((text) => passed.push(text), { minLength: 10, periodicFlush: 250 })
  onTestFinished(() => lines.close())
  return { passed, lines }
}

test('lines are passed on together, in order, once they are long enough', () => {
  const { passed, lines } = gathering()
  for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) lines.write(line)
  expect(passed).toEqual(['one\ntwo\nthree\n'])
})

test('lines wait for a limited time, and nothing is passed on twice or empty', () => {
  const { passed, lines } = gathering()
  lines.write('one\n')
  vi.advanceTimersByTime(249)
  expect(passed).toEqual([])
  vi.advanceTimersByTime(1_000)
  expect(passed).toEqual(['one\n'])
})

test('what waits is passed on when the process exits and at the end, which leaves no listener', () => {
  const before = process.listeners('exit')
  const { passed, lines } = gathering()
  const [atExit] = process.listeners('exit').filter((listener) => !before.includes(listener))
  lines.write('one\n')
  atExit?.(1)
  lines.write('two\n')
  lines.close()
  expect(passed).toEqual(['one\n', 'two\n'])
  expect(process.listeners('exit')).toEqual(before)
})
