import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** A machine under load runs the same test in twice the time, seldom in three times. */
const SHARE = 1 / 3

/** Prints which tests took more than a third of the time that they may take: the next to fail by chance. */
export default class NearTheLimit implements Reporter {
  private vitest!: Vitest

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const near = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const took = test.diagnostic()?.duration ?? 0
        const limit = this.limitOf(test)
        const where = `${module.relativeModuleId} > ${test.fullName}`
        return took > SHARE * limit ? [`  ${seconds(took)} of ${seconds(limit)} s  ${where}`] : []
      }),
    )
    if (near.length === 0) return
    process.stdout.write(`\nMore than a third of their time limit took:\n${near.join('\n')}\n`)
  }

  private limitOf(test: TestCase): number {
    const task = this.vitest.state.idMap.get(test.id)
    return task?.type === 'test' ? task.timeout : Number.POSITIVE_INFINITY
  }
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1)
