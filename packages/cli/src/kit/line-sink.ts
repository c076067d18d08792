/** Takes lines for a reader, and never waits for it. */
export interface LineSink {
  write(line: string): void
  /** Passes on the remaining lines, as far as the reader still reads. */
  close(): Promise<void>
}
