import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { maySkip } from './may-skip.ts'

const isCi = Boolean(process.env['CI'])

/**
 * Ends every test run with the one line that CI reads: `Tests: N passed, N failed`. In CI a test that is
 * skipped has failed: it lacks a program that CI installs.
 */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    const wronglySkipped: string[] = []
    for (const module of modules) {
      const before = counts.failed
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        const isWrong = state === 'skipped' && isCi && !maySkip(test.fullName)
        if (isWrong) wronglySkipped.push(`${module.relativeModuleId}: ${test.fullName}`)
        counts[state === 'pending' || isWrong ? 'failed' : state] += 1
      }
      if (module.state() === 'failed' && counts.failed === before) counts.failed += 1
    }
    for (const name of wronglySkipped) process.stdout.write(`Skipped in CI: ${name}\n`)
    if (wronglySkipped.length > 0) process.exitCode = 1
    process.stdout.write(`\nProperties with SEED=${process.env['SEED']}\n`)
    addEarlier(counts)
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    process.stdout.write(`\nTests: ${counts.passed} passed, ${counts.failed} failed${skipped}\n`)
  }
}

/** Adds what the runs before have counted in the file `TESTS_TALLY`, so that CI ends with one sum. */
function addEarlier(counts: Record<'passed' | 'failed' | 'skipped', number>): void {
  const file = process.env['TESTS_TALLY']
  if (file === undefined) return
  const earlier = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  for (const state of ['passed', 'failed', 'skipped'] as const) counts[state] += earlier[state] ?? 0
  writeFileSync(file, JSON.stringify(counts))
}
