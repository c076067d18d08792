import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const exec = promisify(execFile)

/** Whether tmux is installed; logs once if it is not. */
export const hasTmux = spawnSync('tmux', ['-V']).status === 0
if (!hasTmux) console.warn('SKIPPED: what is seen on a screen, for tmux is not installed')

let screens = 0

/** Runs a shell command on a 100 × 45 screen, or of the given size, that stays after the command. */
export async function onScreen(
  command: string,
  env: Readonly<Record<string, string>>,
  lines = 45,
  columns = 100,
) {
  screens += 1
  const socket = `space-data-${process.pid}-${screens}`
  const tmux = async (...args: readonly string[]) => (await exec('tmux', ['-L', socket, ...args])).stdout
  const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  await exec('tmux', [
    ...[
      '-L',
      socket,
      '-f',
      '/dev/null',
      'new-session',
      '-d',
      '-x',
      String(columns),
      '-y',
      String(lines),
      ...variables,
    ],
    ...['sh', '-c', `trap : INT; ${command}; echo "ended with $?"; sleep 600`],
  ])
  onTestFinished(async () => {
    await tmux('kill-server').catch(() => {})
  })
  return {
    /** Returns the screen with colors as escape sequences. */
    look: () => tmux('capture-pane', '-e', '-p'),
    /** Returns all lines there have been, those that were scrolled out included. */
    history: () => tmux('capture-pane', '-p', '-S', '-'),
    /** The same with lines that the terminal has broken in one. */
    joined: () => tmux('capture-pane', '-p', '-J', '-S', '-'),
    press: (key: string) => tmux('send-keys', key),
  }
}
