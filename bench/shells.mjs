// The nightly job beside the loop that everybody writes first: satellite.js `propagate` and `eciToGeodetic`
// once a minute. Each run has a process of its own; contenders run in turns; CPU time is compared. With
// `--cpp PROGRAM`, whole processes beside the same algorithm in C++, too.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { goal, inTurns, median, report, spread } from './measure.mjs'

const ONCE = new URL('shells-once.mjs', import.meta.url).pathname
const PROGRAM = new URL('../packages/cli/bin/space-data.mjs', import.meta.url).pathname
const AT = '2026-11-21T00:00:00Z'

/**
 * `catalogue`: a file of element sets, and `at` the day to propagate; invented ones of 30,000 objects
 * otherwise. `cpp`: a program that does the same (README); then it is the only peer.
 */
export async function shells({ rounds = 5, catalogue, at = AT, cpp }) {
  const file = catalogue ?? invented(30_000)
  if (cpp) return besideCpp({ rounds, file, at, cpp })
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
    'CPU, times ours': spread(runs.map(({ cpu }, round) => cpu / ours[round].cpu)),
    'wall s': spread(runs.map(({ wall }) => wall)),
    'peak MB': median(runs.map(({ maxRssMb }) => maxRssMb)).toFixed(0),
  }))
  const goals = [
    goal({
      what: NAMES.workers,
      ratioOf: 'speed by the clock',
      to: NAMES.ours,
      atLeast: 1.7,
      ratios: figures.workers.map(({ wall }, round) => ours[round].wall / wall),
    }),
  ]
  report('shells', 'The nightly job: density of every shell over one day', rows, figures, goals)
}

const NAMES = {
  ours: 'space-data, 1 thread: a sample every 20 s',
  custom: 'space-data, 1 thread, and 100 custom shells',
  naive: 'satellite.js propagate + eciToGeodetic: one every 60 s',
  workers: 'space-data, 2 workers',
  double: 'space-data, 1 thread, 60,000 synthetic objects',
  'double, workers': 'space-data, 2 workers, 60,000 synthetic objects',
}

/** Whole processes, from the file to the published shells: that is what the C++ program's time includes. */
async function besideCpp({ rounds, file, at, cpp }) {
  const figures = await inTurns(rounds, {
    'C++, 1 thread': () => timed(cpp, [file, '--at', at, '--threads', '1']),
    'space-data shell run, 1 worker': () => night(file, at, 1),
    'C++, 2 threads': () => timed(cpp, [file, '--at', at, '--threads', '2']),
    'space-data shell run, 2 workers': () => night(file, at, 2),
  })
  const peer = figures['C++, 1 thread']
  const rows = Object.entries(figures).map(([what, runs]) => ({
    what,
    'CPU s': spread(runs.map(({ cpu }) => cpu)),
    'CPU, times C++': spread(runs.map(({ cpu }, round) => cpu / peer[round].cpu)),
    'wall s': spread(runs.map(({ wall }) => wall)),
    'wall, times C++': spread(runs.map(({ wall }, round) => wall / peer[round].wall)),
  }))
  const goals = [
    goal({
      what: 'space-data shell run, 1 worker',
      ratioOf: 'CPU time',
      to: 'C++, 1 thread',
      atMost: 1.9,
      ratios: figures['space-data shell run, 1 worker'].map(({ cpu }, round) => cpu / peer[round].cpu),
    }),
  ]
  report('shells-cpp', 'The nightly job beside the same algorithm in C++', rows, figures, goals)
}

function night(file, at, workers) {
  const folder = mkdtempSync(join(tmpdir(), 'space-data-night-'))
  const run = ['shell', 'run', '--catalogue', file, '--at', at, '--workers', String(workers), '--quiet']
  try {
    return timed(process.execPath, [PROGRAM, ...run, '--store', `sqlite:${join(folder, 'night.sqlite')}`])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a program to its end under `time`, which reports the CPU time of the whole process. */
function timed(program, args) {
  const before = performance.now()
  const timing = ['-c', 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> /dev/null', 'bash', program, ...args]
  const { status, stderr } = spawnSync('bash', timing, { encoding: 'utf8' })
  const wall = (performance.now() - before) / 1e3
  if (status !== 0) throw new Error(`${program} ended with ${status}`)
  const [user, system] = stderr.trim().split(' ').map(Number)
  return { cpu: user + system, wall }
}

function once(...args) {
  return JSON.parse(execFileSync(process.execPath, [ONCE, ...args], { encoding: 'utf8' }))
}

function invented(objects) {
  const file = join(mkdtempSync(join(tmpdir(), 'space-data-')), `${objects}.csv`)
  execFileSync(process.execPath, [PROGRAM, 'shell', 'synth', String(objects), file, '--at', AT])
  return file
}
