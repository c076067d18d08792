import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as upcoming from '../../packages/core/src/features/launches/endpoints/upcoming.ts'
import { upcomingLaunches } from '../../packages/core/src/features/launches/upcoming.ts'
import {
  coronalMassEjections,
  flares,
  solarEnergeticParticles,
} from '../../packages/core/src/features/space-weather/events/feeds.ts'
import { goesFlares } from '../../packages/core/src/features/space-weather/events/goes-flares.ts'
import * as recent from '../../packages/core/src/features/space-weather/events/recent.ts'
import * as proton from '../../packages/core/src/features/space-weather/goes/proton.ts'
import { protonFlux, xrayFlux } from '../../packages/core/src/features/space-weather/goes/swpc-goes.ts'
import * as xray from '../../packages/core/src/features/space-weather/goes/xray.ts'
import * as kp from '../../packages/core/src/features/space-weather/kp/kp.ts'
import {
  planetaryKIndex,
  threeHourlyKIndex,
} from '../../packages/core/src/features/space-weather/kp/swpc-kp.ts'
import * as mag from '../../packages/core/src/features/space-weather/wind/mag.ts'
import { interplanetaryMagneticField } from '../../packages/core/src/features/space-weather/wind/swpc-mag.ts'
import { solarWind } from '../../packages/core/src/features/space-weather/wind/swpc-wind.ts'
import * as wind from '../../packages/core/src/features/space-weather/wind/wind.ts'
import { mutant, random } from '../faults/upstream-mutants.ts'
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

// Through cache and store, with cuts and with bodies of other kinds: faults/upstream-bodies.
test.each(ways)(
  'a mutated document of %s is refused, or gives a payload within its bounds',
  (_, document, serve) => {
    const whole = JSON.stringify(document)
    expect(serve(whole)).toBeTypeOf('object')
    fc.assert(
      fc.property(fc.noBias(fc.string()), (seed) => {
        const served = attempt(() => serve(mutant(whole, random(seed), NOW)))
        for (const number of numbersIn(served)) expect(Number.isFinite(number)).toBe(true)
      }),
      runs(100, 2_000),
    )
  },
)

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
