import { expect, it } from 'vitest'
import { toThreeLines } from '../../../packages/core/src/features/objects/elements/three-lines.ts'
import { capture, describeCaptures } from './captures.ts'
import { checksum, readThreeLines } from './read-three-lines.ts'

/** Ways of writing the same value that old catalogues use and CelesTrak's present rendering does not. */
const STYLES = {
  'number padded with blanks': (line: string) => padded(line, 2, 7, /^ +/, '0'),
  'angle or motion padded with zeros': (line: string) =>
    isFirst(line)
      ? line
      : [8, 17, 34, 43, 52].reduce((text, at) => padded(text, at, at + 3, /^0+(?=\d)/, ' '), line),
  'revolutions padded with zeros': (line: string) =>
    isFirst(line) ? line : padded(line, 63, 68, /^0+(?=\d)/, ' '),
  'plus sign': (line: string) => (isFirst(line) ? line.replace(/ \+(?=[.\d])/g, '  ') : line),
  'zero with exponent -0': (line: string) => line.replaceAll(' 00000-0', ' 00000+0'),
  'negative zero': (line: string) => line.replace(' -.00000000 ', '  .00000000 '),
}

type Style = keyof typeof STYLES

describeCaptures('real TLE lines, read and written again', () => {
  it.each([
    { path: 'celestrak/gp-stations.2026-06-14.tle', objects: 25, alpha5: 0, lines: {} },
    { path: 'celestrak/gp-fengyun-1c-debris.2026-06-14.tle', objects: 1_914, alpha5: 0, lines: {} },
    {
      path: 'celestrak/full-catalogue-2le.2022-08-09.txt',
      objects: 25_975,
      alpha5: 275,
      lines: {
        'number padded with blanks': 746,
        'angle or motion padded with zeros': 152,
        'revolutions padded with zeros': 93,
        'plus sign': 641,
        'zero with exponent -0': 24_891,
        'negative zero': 3,
      },
    },
    {
      path: 'spacetrack/full-catalogue-3le.2022-01-22.txt',
      objects: 23_939,
      alpha5: 278,
      lines: {
        'number padded with blanks': 952,
        'plus sign': 398,
        'zero with exponent -0': 23_281,
        'negative zero': 5,
      },
    },
  ])('$path: all $objects objects, but for the styles counted here', ({ path, objects, alpha5, lines }) => {
    const styled: Partial<Record<Style, number>> = {}
    const pairs = linePairs(capture(path))
    const sets = pairs.map(([line1, line2]) => readThreeLines(line1, line2))
    const written = sets.map((set) => toThreeLines(set)).map((ours) => [ours?.line1, ours?.line2])
    const theirs = pairs.map((pair) => pair.map((line) => inOurStyle(line, styled)))
    expect(sets).toHaveLength(objects)
    expect(sets.filter(({ noradId }) => noradId > 99_999)).toHaveLength(alpha5)
    expect(written.filter((pair, i) => pair[0] !== theirs[i]?.[0] || pair[1] !== theirs[i]?.[1])).toEqual([])
    expect(styled).toEqual(lines)
    expect(pairs.flat().filter((line) => line[68] !== checksum(line))).toEqual([])
  })
})

function inOurStyle(line: string, seen: Partial<Record<Style, number>>): string {
  let styled = line
  for (const [style, apply] of Object.entries(STYLES) as [Style, (line: string) => string][]) {
    const next = apply(styled)
    if (next !== styled) seen[style] = (seen[style] ?? 0) + 1
    styled = next
  }
  return styled === line ? line : styled.slice(0, 68) + checksum(styled)
}

function padded(line: string, from: number, to: number, padding: RegExp, by: string): string {
  const columns = line.slice(from, to).replace(padding, (match) => by.repeat(match.length))
  return line.slice(0, from) + columns + line.slice(to)
}

function isFirst(line: string): boolean {
  return line.startsWith('1')
}

function linePairs(text: string): [string, string][] {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => /^[12] .{67}$/.test(line))
  return lines.flatMap((line, i): [string, string][] => (isFirst(line) ? [[line, lines[i + 1] ?? '']] : []))
}
