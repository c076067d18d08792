// What every benchmark shares: rounds in turns, medians with their spread, a table, and the figures kept as
// JSON.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'

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

function machine() {
  return `${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`
}

export function report(name, title, rows, figures) {
  console.log(`\n${title}\n${machine()}`)
  console.table(rows)
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  const kept = { title, machine: machine(), rows, figures }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(kept, undefined, 2)}\n`)
}
