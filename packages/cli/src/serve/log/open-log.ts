import type { Terminal } from '#kit/terminal'
import type { Log, LogFormat } from '#serve/log/log'
import { plainLog } from '#serve/log/plain-log'

/** Opens the log in a format. With `off`, failures and the server's own messages are still logged. */
export async function openLog(format: LogFormat, oneIn: number, terminal: Terminal): Promise<Log> {
  const chosen = format === 'auto' ? (terminal.screen ? 'pretty' : 'json') : format
  if (chosen === 'json') return (await import('#serve/log/json-log')).jsonLog(oneIn, await terminal.openErr())
  return plainLog(terminal, chosen === 'pretty')
}
