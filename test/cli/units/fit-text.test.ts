import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToWidth, displayWidth, fitWidths, wrapWords } from '../../../packages/cli/src/kit/fit-text.ts'
import { printTable } from '../../../packages/cli/src/kit/print.ts'
import { fakeTerminal, main, tempFolder } from '../program.ts'

const NO_RULES = { leaving: [], whole: [] }

describe('a table', () => {
  it.each([
    ['that fits stays as it is', [10, 20], 80, NO_RULES, [10, 20]],
    ['loses columns in their order', [10, 20, 30], 45, { leaving: [1, 0], whole: [] }, [10, 0, 30]],
    ['has its widest columns cut', [10, 40, 50], 64, NO_RULES, [10, 25, 25]],
    ['keeps whole what is of no use in part', [16, 40, 20], 50, { leaving: [], whole: [0] }, [16, 15, 15]],
    ['is cut to eight characters a column and not further', [20, 20, 20], 10, NO_RULES, [8, 8, 8]],
  ] as const)('%s', (_, widths, room, rules, fitted) => {
    expect(fitWidths(widths, room, rules)).toEqual(fitted)
  })

  it('is complete where the output is no terminal', async () => {
    const row = ['an id', 'x'.repeat(120)]
    const terminal = fakeTerminal()
    await printTable(['ID', 'TEXT'], [row], terminal, { leaving: ['ID'] })
    expect(terminal.stdout).toBe(`ID     TEXT\nan id  ${'x'.repeat(120)}\n`)
  })
})

it('texts are cut and wrapped by what they take on the screen', () => {
  expect(cutToWidth('長征二号丁', 7)).toBe('長征二…')
  expect(cutToWidth('short', 5)).toBe('short')
  expect(wrapWords('NOAA SWPC planetary K index, valid until noon', 20)).toEqual([
    'NOAA SWPC planetary',
    'K index, valid until',
    'noon',
  ])
  expect(wrapWords('one line', undefined)).toEqual(['one line'])
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 8, max: 40 }), (text, width) => {
      expect(displayWidth(cutToWidth(text, width))).toBeLessThanOrEqual(width)
      expect(wrapWords(text, width).join(' ')).toBe(text)
    }),
  )
})

it('--wide shows whole tables on a terminal', async () => {
  const env = { SPACE_DATA_STORE: `sqlite:${await tempFolder()}/data.sqlite` }
  const shown = async (...words: string[]) => {
    let printed = ''
    const out = async (text: string) => {
      printed += text
    }
    expect(await main([...words, '--sample'], { ...fakeTerminal(env), columns: 60, out })).toBe(0)
    return printed
  }
  const narrow = await shown('events', '--limit', '3')
  for (const line of narrow.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60)
  expect(narrow).not.toContain('ID')
  expect(await shown('events', '--limit', '3', '--wide')).toMatch(
    /^START .* ID\n.*20\d\d-\d\d-\d\dT.*-00\d\n/,
  )
})

it('every table fits 80 columns, and has --wide for more', { timeout: 60_000 }, async () => {
  const folder = await tempFolder()
  const env = { SPACE_DATA_STORE: `sqlite:${folder}/data.sqlite` }
  const long = 'a label that is as long as a label may be, so that no table can show the whole of it at once'
  for (const account of ['acme', 'an-account-with-a-long-name'])
    await main(['keys', 'issue', '--account', account, '--label', long, '--tier', 'pro'], fakeTerminal(env))
  await main(['signing', 'init', `${folder}/signing.json`], fakeTerminal(env))
  for (const words of [
    'launches --sample',
    'launches --previous --sample',
    'people --sample',
    'events --sample',
    'series kp --last 3h --sample',
    'keys list',
    'keys log',
    'keys usage acme',
    'accounts list',
    'accounts show an-account-with-a-long-name',
    'accounts usage',
    'tiers',
    'config',
    'status --all --sample',
    `signing list ${folder}/signing.json`,
  ]) {
    const printed = async (more: readonly string[]) => {
      const terminal = { ...fakeTerminal(env), columns: 80 }
      expect([words, await main([...words.split(' '), ...more], terminal)]).toEqual([words, 0])
      return terminal.stdout
    }
    const wide = (await printed([])).split('\n').filter((line) => displayWidth(line) > 80)
    expect([words, wide]).toEqual([words, []])
    expect(await printed(['--wide'])).not.toContain('…')
  }
})
