import type { ServiceEvent } from '@space-data/core'
import { plainLog } from '#log/plain-log'
import type { Terminal } from '#terminal'

/** What a server tells while it runs, all of it on stderr: its requests, its failures and its own words. */
export interface Log {
  /** Whether people read it, of every request: they are given a hand where a program needs none. */
  readonly isForPeople: boolean
  /** Absent when no event is wanted. */
  readonly event?: (event: ServiceEvent) => void
  error(line: string): void
  warn(line: string): void
  info(line: string): void
  /** Waits until every line is written, for a reader that still reads; nothing may be told afterwards. */
  close(): Promise<void>
}

/** How it is told; `auto` is `pretty` on a terminal and `json` anywhere else. */
export const LOG_FORMATS = ['auto', 'pretty', 'json', 'off'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** With `off` there are failures and the server's own words, but nothing of requests and jobs. */
export async function openLog(format: LogFormat, terminal: Terminal): Promise<Log> {
  const chosen = format === 'auto' ? (terminal.screen ? 'pretty' : 'json') : format
  if (chosen === 'json') return (await import('#log/json-log')).jsonLog()
  return plainLog(terminal, chosen === 'pretty')
}
