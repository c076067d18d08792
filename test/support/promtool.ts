import { spawnSync } from 'node:child_process'

/** Whether `promtool` is installed; of tests that need it, it is said that they are skipped. */
export const havePromtool = spawnSync('promtool', ['--version']).status === 0
if (!havePromtool) console.warn('SKIPPED: promtool is not installed')

/** Runs `promtool` in a folder; `input` is its stdin. */
export function promtool(args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { ...options, encoding: 'utf8' })
  return { status, stdout, stderr }
}
