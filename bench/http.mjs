// A keyed, counted, cached GET through `space-data serve`, beside bare node:http and frameworks that send the
// same bytes without a key or a count. Those of one family run in turns, each server alone on one core; CPU
// time per request is compared.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth, families, KP } from './http-families.mjs'
import { cpuPerRequest, loader, residentMb } from './load.mjs'
import { inTurns, median, report, spread } from './measure.mjs'
import { record, startSpaceData } from './space-data.mjs'

/** V8 goes on compiling for some seconds of load. */
const WARM_UPS = 3

/**
 * Compares family after family: `seconds` of load for each contender in each round. `only` is a pattern of
 * families.
 */
export async function http({ rounds = 5, seconds = 3, only = '' }) {
  const chosen = Object.entries(families).filter(([name]) => new RegExp(only).test(name))
  if (chosen.length === 0) throw new Error(`--only: choose from ${Object.keys(families).join(', ')}`)
  const folder = mkdtempSync(join(tmpdir(), 'space-data-http-'))
  try {
    const kp = join(folder, 'kp.json')
    const idleMb = await recordKp(kp)
    const figures = {}
    for (const [, family] of chosen) {
      Object.assign(figures, await measured(family, { kp, folder, rounds, seconds }))
    }
    const rows = Object.entries(figures).map(([name, { runs, bareRuns, mb }]) => ({
      what: name,
      'CPU of the first / its own': `${spread(ratios(bareRuns, runs, 100), 0)} %`,
      'CPU µs per request': spread(
        runs.map(({ us }) => us),
        1,
      ),
      'requests/s': median(runs.map(({ perSecond }) => perSecond)).toFixed(0),
      'MB after load': mb.toFixed(0),
    }))
    const title = `A cached GET over loopback, 64 connections by ${loader}; space-data: ${idleMb.toFixed(0)} MB at rest`
    // A part does not replace the figures of the whole.
    report(only ? 'http-part' : 'http', title, rows, figures)
    console.table(goalRows(figures))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What is to be reached beside another of the family, and what was. */
function goalRows(figures) {
  return Object.entries(figures).flatMap(([what, { runs, goals }]) =>
    goals.map(({ of, share, processes = 1 }) => {
      const reached = ratios(figures[of].runs, runs, processes)
      return {
        what,
        'times the requests of': of,
        goal: `≥ ${share}`,
        reached: `${median(reached) >= share ? 'yes' : 'NO'}: ${spread(reached)}`,
      }
    }),
  )
}

/** How many requests one carries for one of the other in the same CPU time, round by round. */
function ratios(others, own, factor) {
  return own.map(({ us }, round) => (factor * others[round].us) / us)
}

async function measured(family, { kp, folder, rounds, seconds }) {
  const open = []
  const opened = async (starting) => {
    const server = await starting
    open.push(server)
    return server
  }
  try {
    const contenders = await family({ kp, folder, opened })
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
