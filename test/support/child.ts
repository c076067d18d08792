import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The line in which a server says where it listens; the first group is its address. */
export const HOME = /^ {2}Home {5}(http:\/\/\S+)\/\n/m

interface Started extends AsyncDisposable {
  readonly child: ChildProcess
  readonly ended: Promise<unknown>
  /** What the process has said so far, on both streams. */
  readonly output: () => string
  /** Waits until a pattern is said, and gives its match. */
  readonly says: (pattern: RegExp, timeoutMs?: number) => Promise<RegExpExecArray>
}

/** Starts a process that is ended, by its own id, when the test leaves the block. */
export function start(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: object } = {},
): Started {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let text = ''
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
      for (const listener of listeners) listener()
    })
  }
  const exited = once(child, 'exit')

  return {
    child,
    ended: exited,
    output: () => text,
    says: (pattern, timeoutMs = 30_000) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`never said ${pattern}:\n${text}`)), timeoutMs)
        const look = () => {
          const match = pattern.exec(text)
          if (!match) return
          clearTimeout(timer)
          listeners.delete(look)
          resolve(match)
        }
        listeners.add(look)
        look()
        exited.then(() => {
          look()
          reject(new Error(`ended before it said ${pattern}:\n${text}`))
        })
      }),
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null && child.pid) {
        process.kill(-child.pid, 'SIGTERM')
        await exited
      }
    },
  }
}
