/** Takes lines that someone reads, or does not: it never waits for the reader. */
export interface LineSink {
  write(line: string): void
  /** Passes on what is left, as far as the reader still reads. */
  close(): Promise<void>
}
