// The nightly job beside the loop that everybody writes first: satellite.js `propagate` and `eciToGeodetic` once a
// minute. Both run in this process on one thread, in turns, on the same objects; CPU time is compared.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSpaceData, readElementSets } from '@space-data/core'
import { eciToGeodetic, gstime, json2satrec, propagate } from 'satellite.js'

const objects = Number(process.argv[2] ?? 2_000)
const rounds = Number(process.argv[3] ?? 3)

const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), 'catalogue.csv')
execFileSync(process.execPath, ['packages/cli/bin/space-data.mjs', 'shell', 'synth', String(objects), file])
const { elementSets } = readElementSets(readFileSync(file, 'utf8'))
const fresh = elementSets.filter(({ epoch }) => Date.now() - Date.parse(epoch) < 25 * 86_400_000)
const day = Math.floor(Date.now() / 86_400_000) * 86_400_000

const ours = []
const theirs = []
for (let round = 0; round < rounds; round += 1) {
  ours.push(await cpuSeconds(() => job(fresh)))
  theirs.push(await cpuSeconds(() => naive(fresh)))
}
const [one, other] = [median(ours), median(theirs)]
console.log(
  `${cpus()[0]?.model}, Node ${process.version}, ${fresh.length} objects, ${rounds} rounds in turns`,
)
console.table([
  { what: 'space-data: 10 min knots, a sample every 20 s', 'CPU s': one.toFixed(2), ratio: '1.0' },
  {
    what: 'satellite.js propagate + eciToGeodetic, every 60 s',
    'CPU s': other.toFixed(2),
    ratio: (other / one).toFixed(1),
  },
])

async function job(elementSets) {
  const { jobs, close } = createSpaceData()
  await jobs.propagateShells({
    catalogue: { elementSets, source: 'benchmark', fetchedAt: Date.now() },
    at: day,
  })
  await close()
}

function naive(elementSets) {
  const counts = new Uint32Array(186 * 18 * 36)
  for (const set of elementSets) {
    const satrec = json2satrec(ommOf(set))
    for (let minute = 0; minute < 1_440; minute += 1) {
      const at = new Date(day + minute * 60_000)
      const state = propagate(satrec, at)
      if (!state) continue
      const { latitude, longitude, height } = eciToGeodetic(state.position, gstime(at))
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
    OBJECT_ID: set.international_designator ?? '',
    EPOCH: set.epoch,
    MEAN_MOTION: set.mean_motion_rev_per_day,
    ECCENTRICITY: set.eccentricity,
    INCLINATION: set.inclination_deg,
    RA_OF_ASC_NODE: set.raan_deg,
    ARG_OF_PERICENTER: set.arg_of_pericenter_deg,
    MEAN_ANOMALY: set.mean_anomaly_deg,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    NORAD_CAT_ID: set.norad_id,
    ELEMENT_SET_NO: set.element_set_no,
    REV_AT_EPOCH: set.rev_at_epoch,
    BSTAR: set.bstar_per_earth_radius,
    MEAN_MOTION_DOT: set.mean_motion_dot_rev_per_day2,
    MEAN_MOTION_DDOT: set.mean_motion_ddot_rev_per_day3,
  }
}

async function cpuSeconds(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
