// One run of one contender in a process of its own: `shells-once.mjs CONTENDER CATALOGUE AT`, figures as JSON
// on stdout.
import { readFileSync } from 'node:fs'
import { createSpaceData } from '@space-data/core'
import { readElementSets } from '@space-data/core/debris'
import { everything } from '@space-data/core/features'
import { nodeWorkers } from '@space-data/core/node'
import { eciToGeodetic, gstime, json2satrec, propagate } from 'satellite.js'

const [contender, file, at] = process.argv.slice(2)
const { elementSets } = readElementSets(readFileSync(file, 'utf8'))
const t0 = Date.parse(at)

const GRIDS = [
  { altitude_min_km: 500, altitude_max_km: 600, altitude_step_km: 1, latitude_step_deg: 10 },
  { altitude_min_km: 150, altitude_max_km: 2_000, altitude_step_km: 50, latitude_step_deg: 5 },
  {
    altitude_min_km: 700,
    altitude_max_km: 1_000,
    altitude_step_km: 5,
    latitude_min_deg: 60,
    latitude_step_deg: 5,
  },
  { altitude_min_km: 200, altitude_max_km: 1_200, altitude_step_km: 10 },
  { altitude_min_km: 150, altitude_max_km: 2_000, altitude_step_km: 1 },
  { altitude_min_km: 400, altitude_max_km: 950, altitude_step_km: 10, latitude_step_deg: 5 },
]
const TYPES = [
  {},
  { object_types: ['payload'] },
  { object_types: ['debris'] },
  { object_types: ['rocket_body', 'debris', 'unknown'] },
]
const INCLINATIONS = [
  {},
  { inclination_min_deg: 50, inclination_max_deg: 60 },
  { inclination_min_deg: 80, inclination_max_deg: 100 },
  { inclination_max_deg: 30 },
  { inclination_min_deg: 63.4 },
]

const spaceData = createSpaceData({ features: everything })
if (contender === 'custom') {
  for (let made = 0; made < 100; made += 20) await createCustomShells(spaceData, made, made + 20)
}

const cpuBefore = process.cpuUsage()
const wallBefore = performance.now()
if (contender === 'naive') naive()
else await job(contender === 'custom' ? 1 : Number(contender))
const { user, system } = process.cpuUsage(cpuBefore)
const wall = (performance.now() - wallBefore) / 1e3
const maxRssMb = process.resourceUsage().maxRSS / 1024
console.log(JSON.stringify({ cpu: (user + system) / 1e6, wall, maxRssMb, objects: elementSets.length }))

/** The whole job: check, hash, propagate, sample, publish into a store in memory. */
async function job(threads) {
  const catalogue = { elementSets, source: 'benchmark', fetchedAt: t0 }
  const pool = threads > 1 ? { pool: () => nodeWorkers(threads) } : {}
  await spaceData.jobs.shells.run({ catalogue, at: t0, ...pool })
  await spaceData.close()
}

/** Creates custom shells of mixed grids and filters in an account of their own. */
async function createCustomShells({ keys, handle }, from, to) {
  const { key } = await keys.issue({ tier: 'shell_pro', label: 'benchmark' })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  for (let i = from; i < to; i += 1) {
    const shell = {
      name: `shell ${i}`,
      ...GRIDS[i % GRIDS.length],
      ...TYPES[i % TYPES.length],
      ...INCLINATIONS[(i >> 1) % INCLINATIONS.length],
      constellations: ['all', 'all', 'only', 'without'][(i >> 2) % 4],
    }
    const request = new Request('http://space-data.test/v1/shells', {
      method: 'POST',
      headers,
      body: JSON.stringify(shell),
    })
    const { status } = await handle(request, { ip: '192.0.2.1' })
    if (status !== 201) throw new Error(`POST /v1/shells answered ${status}`)
  }
}

/** What everybody writes first. */
function naive() {
  const counts = new Uint32Array(186 * 18 * 36)
  for (const set of elementSets) {
    const satrec = json2satrec(ommOf(set))
    for (let minute = 0; minute < 1_440; minute += 1) {
      const instant = new Date(t0 + minute * 60_000)
      const state = propagate(satrec, instant)
      if (!state) continue
      const { latitude, longitude, height } = eciToGeodetic(state.position, gstime(instant))
      const shell = Math.floor((height - 150) / 10)
      if (!(shell >= 0 && shell < 186)) continue
      const row = Math.min(17, Math.floor((latitude * 180) / Math.PI / 10 + 9))
      const column = Math.min(35, Math.floor((longitude * 180) / Math.PI / 10 + 18))
      counts[(shell * 18 + row) * 36 + column] += 1
    }
  }
  return counts
}

function ommOf(set) {
  return {
    OBJECT_NAME: set.name,
    OBJECT_ID: set.internationalDesignator ?? '',
    EPOCH: set.epoch,
    MEAN_MOTION: set.meanMotionRevPerDay,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclinationDeg,
    RA_OF_ASC_NODE: set.raanDeg,
    ARG_OF_PERICENTER: set.argOfPericenterDeg,
    MEAN_ANOMALY: set.meanAnomalyDeg,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: set.noradId,
    ELEMENT_SET_NO: set.elementSetNo,
    REV_AT_EPOCH: set.revAtEpoch,
    BSTAR: set.bstarPerEarthRadius,
    MEAN_MOTION_DOT: set.meanMotionDotRevPerDay2,
    MEAN_MOTION_DDOT: set.meanMotionDdotRevPerDay3,
  }
}
