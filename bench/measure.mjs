// What every benchmark shares: rounds in turns, medians with their spread, a table, and the figures kept as
// JSON.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { performancePage } from './page.mjs'

const RESULTS = new URL('results/', import.meta.url)
const PAGE = new URL('../docs/performance.md', import.meta.url)

/** Runs each contender once a round, in turns, so that a slow minute of the machine meets them all. */
export async function inTurns(rounds, contenders) {
  const figures = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contenders)) figures[name].push(await run())
  }
  return figures
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** Median, and in brackets the least and the greatest. */
export function spread(values, digits = 2) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/**
 * A goal for the ratios of one contender to another, one per round: its median is `atLeast` or `atMost` a figure.
 */
export function goal({ what, ratioOf, to, atLeast, atMost, ratios, digits = 2 }) {
  const measured = median(ratios)
  return {
    what,
    'ratio of': ratioOf,
    to,
    goal: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`,
    measured: spread(ratios, digits),
    reached: atLeast === undefined ? measured <= atMost : measured >= atLeast,
  }
}

/** The version that is measured, marked if the tree differs from it in more than earlier results. */
function commit() {
  const git = (...args) =>
    execFileSync('git', args, { encoding: 'utf8', cwd: new URL('.', import.meta.url) }).trim()
  const changed = git('status', '--porcelain', '--', ':/', ':!/bench/results', ':!/docs/performance.md')
  return git('rev-parse', '--short=8', 'HEAD') + (changed ? ' with changes' : '')
}

/**
 * Prints a benchmark's table and goals, and keeps them with the figures in `results/NAME.json`, from which the
 * page on performance is made.
 */
export function report(name, title, rows, figures, goals = []) {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}`
  const node = process.version
  const date = new Date().toISOString().slice(0, 10)
  const kept = { title, machine, node, date, commit: commit(), rows, goals, figures }
  console.log(`\n${title}\n${machine}, Node ${node}, commit ${kept.commit}`)
  console.table(rows)
  if (goals.length > 0) console.table(goals)
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(new URL(`${name}.json`, RESULTS), `${JSON.stringify(kept, undefined, 2)}\n`)
}

/** Writes docs/performance.md anew. */
export function writePage() {
  writeFileSync(PAGE, performancePage(results()))
}

/** The kept results by the name of their benchmark. */
export function results() {
  const files = existsSync(RESULTS) ? readdirSync(RESULTS).filter((file) => file.endsWith('.json')) : []
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(file, RESULTS), 'utf8')),
    ]),
  )
}
