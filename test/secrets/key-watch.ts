import type { UserConsoleLog } from 'vitest'
import type { Reporter } from 'vitest/node'
import { isSecret } from '../../packages/core/src/kernel/accounts/keys/secret.ts'

const SHAPE = /sd_live_[0-9A-Za-z]{36}/g
/** The example of the documentation, which was never issued. */
const PUBLISHED = 'sd_live_zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17'

/**
 * Looks for keys in all that the tests of a run print, ours and the programs whose output they pass on, and
 * fails the run if there is one. Whatever has the checksum of a key is one: by chance that is one text in 57
 * thousand million.
 */
export default class KeyWatch implements Reporter {
  lines = 0
  found = 0

  onUserConsoleLog({ content }: Pick<UserConsoleLog, 'content'>): void {
    this.lines += content.split('\n').length - 1
    const shaped = content.match(SHAPE) ?? []
    this.found += shaped.filter((text) => text !== PUBLISHED && isSecret(text, 'sd_live_')).length
  }

  onTestRunEnd(): void {
    process.stdout.write(`\nFIGURE keys in the output of the run: ${this.found} in ${this.lines} lines\n`)
    if (this.found > 0) process.exitCode = 1
  }
}
