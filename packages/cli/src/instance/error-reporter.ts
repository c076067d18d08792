import { describeError } from '#kit/errors'

const QUIET_MS = 60_000
const MOST_LINES = 1_000

/** Returns a function that reports errors as single lines; equal lines at most once a minute. */
export function errorReporter(
  print: (line: string) => void,
  now: () => number = Date.now,
): (error: unknown) => void {
  const quietUntil = new Map<string, number>()

  return (error) => {
    const line = describeError(error)
    const at = now()
    if (at < (quietUntil.get(line) ?? 0)) return
    if (quietUntil.size >= MOST_LINES) quietUntil.clear()
    quietUntil.set(line, at + QUIET_MS)
    print(line)
  }
}
