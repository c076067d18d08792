import type { ServiceEvent } from '@space-data/core'

/** The log of a running server, on stderr: requests, failures and its own messages. */
export interface Log {
  /** Whether the log is for people, with a line for every request: such a server also prints hints. */
  readonly isForPeople: boolean
  /** Absent when events are not logged. */
  readonly event?: (event: ServiceEvent) => void
  error(line: string): void
  warn(line: string): void
  info(line: string): void
  /** Flushes pending lines, as far as the reader still reads. The log must not be used afterwards. */
  close(): Promise<void>
}

/** Log formats; `auto` is `pretty` on a terminal and `json` elsewhere. */
export const LOG_FORMATS = ['pretty', 'json', 'off', 'auto'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]
