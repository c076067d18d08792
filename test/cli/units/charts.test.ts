import { stripVTControlCharacters } from 'node:util'
import { colourAt, logarithmic, renderSvg } from '@space-data/charts'
import { formatPerBillionKm3 } from '@space-data/charts/text'
import { describe, expect, it } from 'vitest'
import { shellMap } from '../../../packages/cli/src/shell/charts/shell-map.ts'
import { shellProfile } from '../../../packages/cli/src/shell/charts/shell-profile.ts'
import { textMap } from '../../../packages/cli/src/shell/charts/text-map.ts'
import { textProfile } from '../../../packages/cli/src/shell/charts/text-profile.ts'
import { type Density, mergeLayers } from '../../../packages/cli/src/shell/shell-data.ts'

/** A shell whose density doubles from each band to the next one north. */
function shell(step: 5 | 10, emptyAbove = 91): Density {
  const bins = []
  for (let latitude = -90 + step / 2; latitude < 90; latitude += step) {
    for (let longitude = -180 + step / 2; longitude < 180; longitude += step) {
      const density = latitude > emptyAbove ? 0 : 1e-8 * 2 ** ((latitude + 90) / 30)
      bins.push({ latitude_deg: latitude, longitude_deg: longitude, density_per_km3: density, objects: 0.5 })
    }
  }
  return {
    altitude_km: 785,
    catalogue_objects: 29_383,
    altitude_reference: 'geocentric',
    method: 'SGP4',
    altitude_min_km: 780,
    altitude_max_km: 790,
    computed_at: '2026-11-21T03:40:00.000Z',
    catalogue_epoch: '2026-11-21T00:00:00.000Z',
    objects_total: 324,
    mean_density_per_km3: 5e-8,
    volume_km3: 6.4e9,
    latitude_step_deg: step,
    longitude_step_deg: step,
    by_type: { payload: 100, rocket_body: 24, debris: 200, unknown: 0 },
    bins,
    source: 'Catalogue "A&B" <file>\u0007',
  }
}

const layers = Array.from({ length: 186 }, (_, i) => ({
  altitude_min_km: 150 + 10 * i,
  altitude_max_km: 160 + 10 * i,
  objects_total: i === 40 ? 640 : 64,
  volume_km3: 6.4e9,
}))
const profile = {
  computed_at: '2026-11-21T03:40Z',
  catalogue_epoch: '2026-11-21T00:00Z',
  source: 'x',
  shells: layers,
}

describe('a map in the terminal', () => {
  it.each([10, 5] as const)('of bins of %i° is 72 columns wide, within 80, in shades', (step) => {
    const lines = textMap(shell(step)).split('\n')
    expect(lines.filter((line) => /^ *[\d.]+°[NS] [░▒▓█]{72}$/.test(line))).toHaveLength(180 / step)
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)
    expect(lines.join('')).not.toContain('\u001b')
    expect(lines[0]).toContain('█')
    expect(lines[180 / step - 1]).toContain('░')
  })

  it.each([8, 24] as const)('with %i bits of color has 18 lines, whatever the bins', (colors) => {
    for (const step of [5, 10] as const) {
      const lines = textMap(shell(step), colors).split('\n')
      expect(lines.filter((line) => /°[NS]/.test(line) && !/°W/.test(line))).toHaveLength(18)
      expect(
        Math.max(...lines.map((line) => [...stripVTControlCharacters(line)].length)),
      ).toBeLessThanOrEqual(80)
      expect(lines[0]).toContain(colors === 24 ? '\u001b[48;2;' : '\u001b[48;5;')
      expect(lines.every((line) => !line.includes('\u001b') || line.endsWith('m') || /\w$/.test(line))).toBe(
        true,
      )
    }
  })

  it('marks empty bins', () => {
    const lines = textMap(shell(10, 60)).split('\n')
    expect(lines[0]).toBe(`  85°N ${' '.repeat(72)}`)
    expect(lines).toContain('       blank: nothing')
    expect(textMap(shell(10, 60), 24)).toContain('black: nothing')
  })
})

describe('a profile in the terminal', () => {
  it('has a bar per 50 km, highest on top, the densest longest', () => {
    const lines = textProfile(layers).trimEnd().split('\n').slice(1)
    expect(lines).toHaveLength(38)
    expect(lines[0]).toMatch(/^2000 to 2010/)
    const longest = lines.map((line) => line.replace(/[^█]/g, '').length)
    expect(longest.indexOf(Math.max(...longest))).toBe(lines.findIndex((line) => /^ +550 to 600/.test(line)))
    expect(textProfile(layers.slice(0, 20)).trimEnd().split('\n')).toHaveLength(21)
  })

  it('sums objects and volumes of merged shells', () => {
    const all = mergeLayers(layers, 50)
    expect(all.reduce((sum, { objects_total }) => sum + objects_total, 0)).toBe(186 * 64 + 576)
    expect(all.at(-1)).toMatchObject({ altitude_min_km: 2_000, altitude_max_km: 2_010 })
  })
})

describe('an SVG', () => {
  it.each([
    ['of a map', shellMap(shell(10)), 648],
    ['of a profile', shellProfile(profile), 186],
  ])('%s is well-formed, with a hint for each figure and nothing unescaped', (_, picture, hints) => {
    const svg = renderSvg(picture)
    expect(svg.match(/<title>[^<]+<\/title>/g)).toHaveLength(hints)
    expect(opened(svg)).toEqual([])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
    expect(svg).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)|NaN|undefined|Infinity|[\u0000-\u0008]/)
  })

  it('has a description', () => {
    const svg = renderSvg(shellMap(shell(10)))
    expect(svg).toContain(
      'aria-label="Density of catalogued objects in the shell 780–790 km: 324.0 objects at any time',
    )
    expect(svg).toContain('payload 100.0, rocket body 24.0, debris 200.0.')
    expect(svg).toContain('Catalogue &quot;A&amp;B&quot; &lt;file&gt;�')
  })
})

it('the lightness of the colors increases monotonically', () => {
  const light = Array.from({ length: 101 }, (_, i) => {
    const [red, green, blue] = colourAt(i / 100)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  })
  for (let i = 1; i < light.length; i += 1) expect(light[i]).toBeGreaterThan(light[i - 1] ?? 0)
})

it('scales span at most a factor of 1,000, and have no position for 0', () => {
  const scale = logarithmic([0, 1e-12, 1e-7])
  expect(scale.least).toBeCloseTo(1e-10, 15)
  expect([scale.place(0), scale.place(1e-12), scale.place(1e-7)]).toEqual([undefined, 0, 1])
  expect(scale.place(scale.at(0.3))).toBeCloseTo(0.3, 10)
  expect(logarithmic([0, 0]).place(0)).toBeUndefined()
  expect(logarithmic([5, 5]).place(5)).toBe(1)
})

it.each([
  [0, '0'],
  [2.34e-12, '0.0023'],
  [9.96e-9, '10'],
  [1.234e-6, '1,234'],
])('formats %d objects per km³ as %s per billion km³', (density, text) => {
  expect(formatPerBillionKm3(density)).toBe(text)
})

/** Returns the names of elements that are not closed. */
function opened(xml: string): string[] {
  const open: string[] = []
  for (const [, close, name = '', end] of xml.matchAll(
    /<(\/?)([a-z]+)(?:\s[a-z:A-Z-]+="[^"<]*")*\s*(\/?)>/g,
  )) {
    if (close) expect(open.pop()).toBe(name)
    else if (!end) open.push(name)
  }
  expect(xml.replace(/<(\/?)([a-z]+)(?:\s[a-z:A-Z-]+="[^"<]*")*\s*(\/?)>/g, '')).not.toContain('<')
  return open
}
