import type { Reporter, TestModule } from 'vitest/node'

/** Prints a line for each file that failed, with its first error: `pnpm check` is run after every change. */
export default class BriefReporter implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    if (module.state() !== 'failed') return
    const failed = [...module.children.allTests('failed')]
    const [first] = failed
    const error = (first?.result().errors ?? module.errors())[0]
    const what = first ? `${first.fullName}: ` : ''
    const more = failed.length > 1 ? ` (and ${failed.length - 1} more)` : ''
    process.stdout.write(`✗ ${module.relativeModuleId}: ${what}${firstLine(error?.message)}${more}\n`)
  }
}

function firstLine(message = 'failed'): string {
  return message.split('\n', 1)[0] ?? ''
}
