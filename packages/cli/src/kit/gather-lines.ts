/** Lines on their way to a stream. */
export interface GatheredLines {
  write(line: string): void
  /** Passes on the gathered lines immediately. */
  close(): void
}

/**
 * Gathers lines for a stream of pino and passes them on once there are `minLength` characters, after
 * `periodicFlush` milliseconds, and when the process exits. The stream also gathers lines, but measures its
 * whole buffer at each line, which takes longer than formatting the line.
 */
export function gatherLines(
  pass: (lines: string) => void,
  { minLength, periodicFlush }: { minLength: number; periodicFlush: number },
): GatheredLines {
  let gathered = ''
  const flush = () => {
    if (gathered !== '') pass(gathered)
    gathered = ''
  }
  const timer = setInterval(flush, periodicFlush).unref()
  process.on('exit', flush)
  return {
    write(line) {
      gathered += line
      if (gathered.length >= minLength) flush()
    },
    close() {
      clearInterval(timer)
      process.off('exit', flush)
      flush()
    },
  }
}
