// A keyed, counted, cached GET through `space-data serve`, beside bare node:http and frameworks that send the
// same bytes without a key or a count. Those of one family run in turns, each server with a core of its own; CPU
// time per request is compared.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth, families, KP } from './http-families.mjs'
import { cpuPerRequest, loader, residentMb } from './load.mjs'
import { goal, inTurns, median, report, spread } from './measure.mjs'
import { record, startSpaceData } from './space-data.mjs'

/** V8 goes on compiling for some seconds of load. */
const WARM_UPS = 3

/**
 * Compares family after family, each with a result of its own: `seconds` of load for each contender in each round.
 * `only` is a pattern of families.
 */
export async function http({ rounds = 5, seconds = 3, only = '' }) {
  const chosen = Object.entries(families).filter(([name]) => new RegExp(only).test(name))
  if (chosen.length === 0) throw new Error(`--only: choose from ${Object.keys(families).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'space-data-http-'))
  try {
    const kp = join(folder, 'kp.json')
    const idleMb = await recordKp(kp)
    for (const [name, { title, contenders }] of chosen) {
      const figures = await measured(contenders, { kp, folder, rounds, seconds })
      const rows = Object.entries(figures).map(([what, { runs, bareRuns, mb }]) => ({
        what,
        'requests for the CPU time of one of the first': spread(ratios(bareRuns, runs, 1)),
        'CPU µs per request': spread(
          runs.map(({ us }) => us),
          1,
        ),
        'requests/s': median(runs.map(({ perSecond }) => perSecond)).toFixed(0),
        'MB after load': mb.toFixed(0),
      }))
      report(`http-${name}`, title, rows, { ...figures, idleMb, loader }, goalsOf(figures))
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function goalsOf(figures) {
  return Object.entries(figures).flatMap(([what, { runs, goals }]) =>
    goals.map(({ of, share, processes = 1 }) =>
      goal({
        what,
        ratioOf: 'requests for the same CPU time',
        to: of,
        atLeast: share,
        ratios: ratios(figures[of].runs, runs, processes),
      }),
    ),
  )
}

/** How many requests one carries for one of the other in the same CPU time, round by round. */
function ratios(others, own, factor) {
  return own.map(({ us }, round) => (factor * others[round].us) / us)
}

async function measured(contendersOf, { kp, folder, rounds, seconds }) {
  const open = []
  const opened = async (starting) => {
    const server = await starting
    open.push(server)
    return server
  }
  try {
    const contenders = await contendersOf({ kp, folder, opened })
    const asks = Object.entries(contenders).map(([name, contender]) => {
      const { server, headers = LIKE_OURS, path = KP, status = 200 } = contender
      return [name, () => cpuPerRequest(server, path, headers, { seconds, status })]
    })
    for (const [, ask] of asks) for (let i = 0; i < WARM_UPS; i += 1) await ask()
    const figures = await inTurns(rounds, Object.fromEntries(asks))
    const [bareRuns] = Object.values(figures)
    return Object.fromEntries(
      Object.entries(figures).map(([name, runs]) => {
        const { server, goals = [] } = contenders[name]
        return [name, { runs, bareRuns, goals, mb: residentMb(server.pid) }]
      }),
    )
  } finally {
    for (const server of open.reverse()) await server.stop()
  }
}

/** A request to a peer is as long as one to us. */
const LIKE_OURS = { 'x-api-key': `sd_live_${'0'.repeat(36)}` }

/**
 * Writes down our answer, for all others to send; gives what the program took in memory before its first
 * load.
 */
async function recordKp(file) {
  const server = await startSpaceData('memory:')
  try {
    await record(server, KP, auth(server), file)
    return residentMb(server.pid)
  } finally {
    await server.stop()
  }
}
