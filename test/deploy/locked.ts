import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { start } from '../support/child.ts'

/** A user who owns nothing. */
export const NOBODY = 65_534

/**
 * Makes every file system read-only but the folder `DATA`, hides what is in /proc of other users and of the
 * machine, drops all capabilities, and runs a command as nobody.
 */
const SCRIPT = `set -e
mount --make-rprivate /
awk '{ print $5 }' /proc/self/mountinfo | while read -r place; do
  case $place in /proc* | /sys*) ;; *) mount -o remount,bind,ro "$place" ;; esac
done
mount --bind "$DATA" "$DATA"
mount -o remount,bind,rw "$DATA"
mount -t proc -o subset=pid,hidepid=invisible proc /proc
exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs --bounding-set=-all \\
  --inh-caps=-all -- "$@"`

const words = (command: readonly string[]) => ['--mount', 'sh', '-c', SCRIPT, 'locked', ...command]

/** Starts a command that may write to one folder only. */
export function startLocked(data: string, command: readonly string[], env: object = {}) {
  return start('unshare', words(command), { cwd: '/', env: { ...env, DATA: data } })
}

/** Runs a command to its end in the same way, and returns what it prints. */
export function runLocked(data: string, command: readonly string[]): string {
  const { stdout } = spawnSync('unshare', words(command), {
    env: { ...process.env, DATA: data },
    encoding: 'utf8',
  })
  return stdout
}

/** Whether this machine lets us do that: not every container lets its root mount. */
export const mayLock =
  spawnSync('unshare', words(['true']), { env: { ...process.env, DATA: tmpdir() } }).status === 0
if (!mayLock) console.warn('SKIPPED: no read-only root can be mounted here')
