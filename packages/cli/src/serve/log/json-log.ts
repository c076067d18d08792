import { pino, stdTimeFunctions } from 'pino'
import type { LineSink } from '#kit/line-sink'
import type { Log } from '#serve/log/log'
import { toLogEntry } from '#serve/log/log-entry'
import { requestLines } from '#serve/log/request-line'

/**
 * Writes JSON lines: `{"level":"info","time":"…","event":"request",…}`; of successful requests, one in
 * `oneIn`.
 */
export function jsonLog(oneIn: number, sink: LineSink): Log {
  const logger = pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    sink,
  )
  const requestLine = requestLines()
  let succeeded = 0
  const isSampled = (status: number) => status >= 400 || succeeded++ % oneIn === 0
  return {
    isForPeople: false,
    event(event) {
      if (event.type === 'request') {
        if (isSampled(event.status)) sink.write(requestLine(event))
        return
      }
      const entry = toLogEntry(event)
      if (entry) logger[entry.level](entry.fields, entry.message)
    },
    error: (line) => logger.error(line),
    warn: (line) => logger.warn(line),
    info: (line) => logger.info(line),
    close: () => sink.close(),
  }
}
