import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { colorize } from '../../../packages/cli/src/kit/colors.ts'
import { printPairs, printTable } from '../../../packages/cli/src/kit/print.ts'
import { detectColorDepth } from '../../../packages/cli/src/kit/terminal.ts'
import { durationText, formatAgo, formatMoment, formatValidity } from '../../../packages/cli/src/kit/times.ts'
import { fakeTerminal } from '../program.ts'

const NOW = Date.parse('2026-11-20T22:43:10Z')

it('instants are told from now and as they are, to the minute', () => {
  expect(formatMoment('2026-11-20T22:31:00.000Z', '-', NOW)).toBe('12 min ago, 2026-11-20T22:31Z')
  expect(formatMoment(NOW + 4.4 * 3_600_000, '-', NOW)).toBe('in 4 h, 2026-11-21T03:07Z')
  expect(formatMoment(null, 'never', NOW)).toBe('never')
  expect(formatMoment('no instant', '-', NOW)).toBe('-')
  expect(formatAgo(NOW - 400, '-', NOW)).toBe('just now')
})

it('a validity names the time left and its end, or only the end when it has passed', () => {
  expect(formatValidity('2026-11-20T22:54:00.000Z', NOW)).toBe('valid for 10 min, until 2026-11-20T22:54Z')
  expect(formatValidity(NOW - 1, NOW)).toBe('was valid until 2026-11-20T22:43Z')
})

it.each([
  [1_400, 'in 1 s'],
  [59_600, 'in 1 min'],
  [99_600, 'in 2 min'],
  [99.7 * 60_000, 'in 2 h'],
  [86_400_000 - 5, 'in 24 h'],
  [47.6 * 3_600_000, 'in 2 d'],
  [90 * 86_400_000 - 5, 'in 90 d'],
  [-(24 * 3_600_000 - 5), '23 h ago'],
  [-(90 * 86_400_000 - 5), '89 d ago'],
])('what comes in %i ms is told to the nearest, what is over rounded down: %s', (ms, words) => {
  expect(formatAgo(NOW + ms, '-', NOW)).toBe(words)
})

it.each([
  [0, '0 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [59.9 * 60_000, '59 min'],
  [60 * 60_000, '1 h'],
  [47.9 * 3_600_000, '47 h'],
  [48 * 3_600_000, '2 d'],
  [400 * 86_400_000, '400 d'],
])('%i ms are %s', (ms, words) => {
  expect(durationText(ms)).toBe(words)
})

it('colors are for a screen that wants them, and FORCE_COLOR has the last word', () => {
  const stream = (isTTY: boolean) => ({ isTTY, getColorDepth: () => 24 as const }) as never
  expect(detectColorDepth(stream(true), {})).toBe(24)
  expect(detectColorDepth(stream(false), {})).toBe(1)
  expect(detectColorDepth(stream(true), { NO_COLOR: '1' })).toBe(1)
  expect(detectColorDepth(stream(true), { NO_COLOR: '' })).toBe(24)
  expect(detectColorDepth(stream(false), { FORCE_COLOR: '1' })).toBe(4)
  expect(detectColorDepth(stream(false), { FORCE_COLOR: '2', NO_COLOR: '1' })).toBe(8)
  expect(detectColorDepth(stream(true), { FORCE_COLOR: '0' })).toBe(1)
})

it('tables stand in line, with colors or without', async () => {
  const rows = [
    ['kp', { text: 'down', style: 'error' as const }, 'wrong'],
    ['launches', { text: 'operational', style: 'success' as const }, ''],
  ]
  const plain = fakeTerminal()
  await printTable(['A', 'STATE', 'B'], rows, plain)
  expect(plain.stdout).toBe(
    ['A         STATE        B', 'kp        down         wrong', 'launches  operational', ''].join('\n'),
  )
  const colored = { ...fakeTerminal(), colors: 24 as const }
  await printTable(['A', 'STATE', 'B'], rows, colored)
  expect(colored.stdout).toContain(`${colorize('down', 'error', 24)}         wrong\n`)
  expect(stripVTControlCharacters(colored.stdout)).toBe(plain.stdout)
})

it('what others wrote cannot paint: its control characters are replaced before ours come', async () => {
  const terminal = { ...fakeTerminal(), colors: 24 as const }
  await printPairs({ label: { text: '\u001b[31mred', style: 'plain' } }, terminal)
  expect(terminal.stdout).toContain('�[31mred')
})
