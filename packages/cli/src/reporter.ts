import { inOneLine } from '#failure'

const QUIET_MS = 60_000
const MOST_LINES = 1_000

/** Reports failures, one line each, the same line at most once a minute. */
export function errorReporter(
  tell: (line: string) => void,
  now: () => number = Date.now,
): (error: unknown) => void {
  const quietUntil = new Map<string, number>()

  return (error) => {
    const line = inOneLine(error)
    const at = now()
    if (at < (quietUntil.get(line) ?? 0)) return
    if (quietUntil.size >= MOST_LINES) quietUntil.clear()
    quietUntil.set(line, at + QUIET_MS)
    tell(line)
  }
}
