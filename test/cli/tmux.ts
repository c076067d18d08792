import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const exec = promisify(execFile)

/** Whether this machine has tmux; says so once when it has not. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0
if (!hasTmux) console.warn('SKIPPED: what is seen on a screen, for tmux is not installed')

let screens = 0

/** Runs a shell command on a screen of its own, 100 × 45 or as high as it is said, that stays when the command has ended. */
export async function onScreen(command: string, env: Readonly<Record<string, string>>, lines = 45) {
  screens += 1
  const socket = `space-data-${process.pid}-${screens}`
  const tmux = async (...args: readonly string[]) => (await exec('tmux', ['-L', socket, ...args])).stdout
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  await exec('tmux', [
    ...['-L', socket, '-f', '/dev/null', 'new-session', '-d', '-x', '100', '-y', String(lines), ...variables],
    ...['sh', '-c', `trap : INT; ${command}; echo "ended with $?"; sleep 600`],
  ])
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {})
  })
  return {
    /** What is to be seen, with its colours as escape sequences. */
    look: () => tmux('capture-pane', '-e', '-p'),
    press: (key: string) => tmux('send-keys', key),
  }
}
