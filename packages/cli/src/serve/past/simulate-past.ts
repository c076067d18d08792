import { createSpaceData } from '@space-data/core'
import { createInlinePool } from '@space-data/core/debris'
import { everything } from '@space-data/core/features'
import { CountedOrbits, catalogueOfDays, sampleFetch, withSyntheticYears } from '@space-data/sample'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How far back series and alerts reach. */
const RECORDED_MS = 31 * DAY
/** Time between two reads. The feeds of some hours reach back as far, and a little further. */
const [STEP_MS, FEED_HOURS] = [23.3 * HOUR, 24]
/** Nights with a complete run: alerts report changes from the second comparison of two runs on. */
const NIGHTS = 3
/** Days whose catalogues are kept: enough for a history, and few enough for a quick start. */
const KEPT_CATALOGUES = 7
/** Groups that are requested before each night, so that their members are kept. */
const GROUPS = ['stations', 'visual']

/**
 * Generates the history of a sample server: an instance with a store in memory runs through it with the
 * simulated providers, and its store is written as an export.
 */
export async function simulatePast(present: number, write: (text: string) => Promise<void>): Promise<void> {
  let clock = present
  const now = () => new Date(clock)
  const fetcher = sampleFetch(now, new Date(present), FEED_HOURS)
  const orbits = new CountedOrbits(createInlinePool())
  const past = createSpaceData({
    features: everything,
    now,
    fetch: withSyntheticYears(fetcher, () => clock),
    sourceNote: '(sample)',
    keepCatalogues: KEPT_CATALOGUES,
    onError(error) {
      throw error
    },
  })
  const { series, alerts, shells } = past.jobs
  const runNight = async () => {
    for (const group of GROUPS) await past.handle(new Request(`http://localhost/v1/tle/${group}`))
    await shells.run({ pool: () => orbits, pull: { paceMs: 0 } })
  }
  try {
    const nights = Array.from({ length: NIGHTS }, (_, i) => present - (NIGHTS - 1 - i) * DAY)
    const looks: number[] = []
    for (let at = present; at > present - RECORDED_MS; at -= STEP_MS) looks.push(at)
    for (const at of [...new Set([...looks, ...nights])].sort((one, other) => one - other)) {
      clock = at
      if (nights.includes(at)) {
        await runNight()
        // After the last night, as then no day is kept that another night would delete.
        if (at === present)
          await shells.addDays(catalogueOfDays(daysUntil(nights[0] ?? at)), { pool: () => orbits })
      }
      await alerts.run()
      await series.run()
    }
    await past.store.export(write)
  } finally {
    await past.close()
  }
}

/** Returns the same time of each day, from the last one before the previous month on. */
function daysUntil(last: number): number[] {
  const month = new Date(last)
  const first = Math.min(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1, 0), last - RECORDED_MS)
  const days: number[] = []
  for (let at = last; at >= first; at -= DAY) days.unshift(at)
  return days
}
