import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as recent from '../../packages/core/src/catalogue/events/endpoints/recent.ts'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../packages/core/src/catalogue/events/feeds.ts'
import { goesFlares } from '../../packages/core/src/catalogue/events/goes-flares.ts'
import * as upcoming from '../../packages/core/src/catalogue/launches/endpoints/upcoming.ts'
import { upcomingLaunches } from '../../packages/core/src/catalogue/launches/upcoming.ts'
import * as kp from '../../packages/core/src/space-weather/endpoints/kp.ts'
import * as mag from '../../packages/core/src/space-weather/endpoints/mag.ts'
import * as proton from '../../packages/core/src/space-weather/endpoints/proton.ts'
import * as wind from '../../packages/core/src/space-weather/endpoints/wind.ts'
import * as xray from '../../packages/core/src/space-weather/endpoints/xray.ts'
import { protonFlux, xrayFlux } from '../../packages/core/src/space-weather/swpc/goes.ts'
import { planetaryKIndex, threeHourlyKIndex } from '../../packages/core/src/space-weather/swpc/kp.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/space-weather/swpc/mag.ts'
import { solarWind } from '../../packages/core/src/space-weather/swpc/wind.ts'
import { analysis, cme, enlil, flare, sep } from '../fixtures/donki.ts'
import { launch, oldLaunch, page } from '../fixtures/launches.ts'
import { published } from '../fixtures/payload.ts'
import {
  flareRow,
  kpRow,
  magRow,
  propagated,
  protonRow,
  threeHourRow,
  windRow,
  xrayRow,
} from '../fixtures/swpc.ts'
import { fallbackOf } from '../support/fallback.ts'
import { runs } from '../support/tier.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const T = ['2026-11-21T11:58:00Z', '2026-11-21T11:59:00Z'] as const
const table = propagated(
  [T[0], 321.9, 2.58, 64_325, 0.47, 2.4, 3.13, 3.97, -321, 1, 2, T[1]],
  [T[1], '321.9', '2.58', '64325', '0.47', '2.4', '3.13', '3.97', '-321', '1', '2', T[1]],
)

/**
 * Each feed with a complete document and the function from a body to a payload, which throws or returns a
 * valid one.
 */
const ways: [name: string, document: unknown, serve: (body: string) => unknown][] = [
  ['kp', T.map((t) => kpRow(t, 2)), (b) => published(kp.kp, kp.toKpData(planetaryKIndex.parse(b, NOW), 's'))],
  [
    'kp, 3 h',
    T.map((t) => threeHourRow(t, 2)),
    (b) => published(kp.kp, kp.toKpData(threeHourlyKIndex.parse(b, NOW), 's')),
  ],
  [
    'wind',
    T.map((t) => windRow(t)),
    (b) => published(wind.wind, wind.toSolarWindData(solarWind.parse(b, NOW), 's')),
  ],
  [
    'wind, propagated',
    table,
    (b) => published(wind.wind, wind.toSolarWindData(fallbackOf(solarWind).parse(b, NOW), 's')),
  ],
  [
    'mag',
    T.map((t) => magRow(t)),
    (b) => published(mag.mag, mag.toMagneticFieldData(interplanetaryMagneticField.parse(b, NOW), 's')),
  ],
  [
    'mag, propagated',
    table,
    (b) =>
      published(mag.mag, mag.toMagneticFieldData(fallbackOf(interplanetaryMagneticField).parse(b, NOW), 's')),
  ],
  [
    'xray',
    T.map((t) => xrayRow(t, 1e-6)),
    (b) => published(xray.xray, xray.toXrayFluxData(xrayFlux.parse(b, NOW), 's')),
  ],
  [
    'proton',
    T.map((t) => protonRow(t, 1)),
    (b) => published(proton.proton, proton.toProtonFluxData(protonFlux.parse(b, NOW), 's')),
  ],
  [
    'launches',
    page(launch(), oldLaunch),
    (b) =>
      published(upcoming.upcoming, upcoming.toUpcomingLaunchesData(upcomingLaunches.parse(b, NOW), 's', NOW)),
  ],
  ...(
    [
      [
        coronalMassEjections,
        [cme({ cmeAnalyses: [analysis({ enlilList: [enlil(), enlil()] }), analysis()] }), cme()],
      ],
      [flares, [flare(), flare({ flrID: 'B' })]],
      [solarEnergeticParticles, [sep(['GOES']), sep(['MODEL: A', 'B'])]],
      [goesFlares, [flareRow(), flareRow({ max_time: 'Unk' })]],
    ] as const
  ).map(
    ([feed, document]) =>
      [
        feed.id,
        document,
        (b: string) =>
          published(
            recent.recent,
            recent.toRecentEventsData(feed.parse(b, NOW), { source: 's', fetchedAt: NOW, unavailable: [] }),
          ),
      ] as [string, unknown, (body: string) => unknown],
  ),
]

/** Replacements for a JSON value. The last ones are not valid JSON, or exceed the range of numbers. */
const JUNK = [
  'null',
  'true',
  '""',
  '" "',
  '"Unk"',
  '"NaN"',
  '"null"',
  '"-1"',
  '"1e400"',
  '"0x10"',
  '"Infinity"',
  '"2026-13-45T99:99"',
  '"9999-12-31T23:59:59Z"',
  '"0000-01-01T00:00:00Z"',
  '"\\u0000\\ud800"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '0',
  '-0',
  '-1',
  '42',
  '-9999',
  '-99999.9',
  '0.5',
  '1e308',
  '-1e308',
  '5e-324',
  '1e400',
  '-1e400',
  'NaN',
  'Infinity',
  '-Infinity',
] as const

describe.each(ways)('%s', (_, document, serve) => {
  const whole = JSON.stringify(document)
  const tokens = [...whole.matchAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.e+-]*|true|false|null/g)]

  test('the whole document is served', () => {
    expect(serve(whole)).toBeTypeOf('object')
  })

  test('a mutated one is refused or gives a payload within its published bounds', () => {
    const edit = fc.tuple(fc.nat(tokens.length - 1), fc.constantFrom(...JUNK))
    fc.assert(
      fc.property(
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('', ']', '"}]', whole),
        (edits, tail) => {
          const body = withEdits(edits) + tail
          const served = attempt(() => serve(body))
          if (served === undefined) return
          for (const number of numbersIn(served)) expect(Number.isFinite(number)).toBe(true)
        },
      ),
      runs(100, 2_000),
    )
  })

  test('a truncated one is refused', () => {
    for (let end = 0; end < whole.length; end += 7) {
      if (whole.slice(0, end).trim() !== '') expect(() => serve(whole.slice(0, end))).toThrow()
    }
  })

  function withEdits(edits: readonly (readonly [number, string])[]): string {
    const junk = new Map(edits)
    let last = 0
    let text = ''
    for (const [i, token] of tokens.entries()) {
      text += whole.slice(last, token.index) + (isName(token) ? token[0] : (junk.get(i) ?? token[0]))
      last = token.index + token[0].length
    }
    return text + whole.slice(last)
  }

  function isName(token: RegExpExecArray): boolean {
    return whole[token.index + token[0].length] === ':'
  }
})

/** Parsers may reject a body, but must not return a payload that violates its schema. */
function attempt(serve: () => unknown): unknown {
  try {
    return serve()
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
