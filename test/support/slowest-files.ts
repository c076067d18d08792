import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 20

/** Prints which files took longest, so that the next second to save is easy to find. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map((module) => ({ name: module.relativeModuleId, seconds: secondsOf(module) }))
    rows.sort((one, other) => other.seconds - one.seconds)
    const lines = rows
      .slice(0, SHOWN)
      .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    process.stdout.write(`\nThe ${lines.length} slowest of ${rows.length} files:\n${lines.join('\n')}\n`)
  }
}

/** What a file took: loading it, preparing for it and its tests. */
function secondsOf(module: TestModule): number {
  const { setupDuration, collectDuration, prepareDuration, environmentSetupDuration, duration } =
    module.diagnostic()
  return (setupDuration + collectDuration + prepareDuration + environmentSetupDuration + duration) / 1_000
}
