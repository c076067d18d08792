// The nightly job beside the loop that everybody writes first: satellite.js `propagate` and `eciToGeodetic`
// once a minute. Each run has a process of its own; contenders run in turns; CPU time is compared.
import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTurns, median, report, spread } from './measure.mjs'

const ONCE = new URL('shells-once.mjs', import.meta.url).pathname
const PROGRAM = new URL('../packages/cli/bin/space-data.mjs', import.meta.url).pathname
const AT = '2026-11-21T00:00:00Z'

/**
 * `catalogue`: a file of element sets, and `at` the day to propagate; invented ones of 30,000 objects
 * otherwise.
 */
export async function shells({ rounds = 5, catalogue, at = AT }) {
  const file = catalogue ?? invented(30_000)
  const twice = invented(60_000)
  const figures = await inTurns(rounds, {
    ours: () => once('1', file, at),
    custom: () => once('custom', file, at),
    naive: () => once('naive', file, at),
    workers: () => once('2', file, at),
    double: () => once('1', twice, AT),
    'double, workers': () => once('2', twice, AT),
  })
  const { ours } = figures
  const rows = Object.entries(figures).map(([name, runs]) => ({
    what: NAMES[name],
    objects: runs[0].objects,
    'CPU s': spread(runs.map(({ cpu }) => cpu)),
    'CPU / ours': spread(runs.map(({ cpu }, round) => cpu / ours[round].cpu)),
    'wall s': spread(runs.map(({ wall }) => wall)),
    'peak MB': median(runs.map(({ maxRssMb }) => maxRssMb)).toFixed(0),
  }))
  report('shells', 'The night: density of every shell over one day', rows, figures)
}

const NAMES = {
  ours: 'space-data, 1 thread: a sample every 20 s',
  custom: 'space-data, 1 thread, and 100 custom shells',
  naive: 'satellite.js propagate + eciToGeodetic: one every 60 s',
  workers: 'space-data, 2 workers',
  double: 'space-data, 1 thread, 60,000 invented objects',
  'double, workers': 'space-data, 2 workers, 60,000 invented objects',
}

function once(...args) {
  return JSON.parse(execFileSync(process.execPath, [ONCE, ...args], { encoding: 'utf8' }))
}

function invented(objects) {
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), `${objects}.csv`)
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', String(objects), file, '--at', AT])
  return file
}
