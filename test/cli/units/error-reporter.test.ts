import { expect, it } from 'vitest'
import { errorReporter } from '../../../packages/cli/src/instance/error-reporter.ts'
import { describeError } from '../../../packages/cli/src/kit/errors.ts'
import { plainLog } from '../../../packages/cli/src/serve/log/plain-log.ts'
import { fakeTerminal } from '../program.ts'

it('errors are reported in one line with their causes, equal lines at most once a minute', () => {
  const terminal = fakeTerminal()
  let now = 0
  const report = errorReporter(plainLog(terminal, false).error, () => now)
  const failure = new Error('fetch failed', { cause: new Error('connect ECONNREFUSED\n127.0.0.1:9') })
  for (const at of [0, 59_999, 60_000, 60_001]) {
    now = at
    report(failure)
  }
  report(new Error('another'))
  const line = 'space-data: fetch failed: connect ECONNREFUSED 127.0.0.1:9\n'
  expect(terminal.stderr).toBe(`${line}${line}space-data: another\n`)
})

it('lines are short, non-empty and without control characters', () => {
  expect(describeError(new Error('\u001b[2J\u0007x'))).toBe('[2J x')
  expect(describeError(new Error('x'.repeat(10_000)))).toHaveLength(300)
  expect(describeError(Object.assign(new Error(''), { code: 'ECONNRESET' }))).toBe('ECONNRESET')
  expect(describeError(new AggregateError([], ''))).toBe('AggregateError')
})

it('a port that fetch blocks is named as the reason, which "bad port" is not', async () => {
  const error = await fetch('http://127.0.0.1:1').catch((refused) => refused)
  expect(describeError(error)).toBe('Node sends no request to this port, which the fetch standard blocks')
})
