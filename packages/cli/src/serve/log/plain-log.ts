import type { ServiceEvent } from '@space-data/core'
import type { RequestServed } from '@space-data/core/http'
import { colorize, type Style } from '#kit/colors'
import { describeError } from '#kit/errors'
import { sanitize } from '#kit/print'
import type { ColorDepth, Terminal } from '#kit/terminal'
import type { Log } from '#serve/log/log'
import { type Level, toLogEntry } from '#serve/log/log-entry'

const STYLES: Readonly<Record<Level, Style>> = { info: 'success', warn: 'warning', error: 'error' }

/** Writes readable lines to stderr; events only if `withEvents`. */
export function plainLog(terminal: Terminal, withEvents: boolean): Log {
  const say = (line: string) => terminal.err(`space-data: ${line}\n`)
  return {
    isForPeople: withEvents,
    ...(withEvents && {
      event(event: ServiceEvent) {
        const line = formatEvent(event, terminal.errColors)
        if (line !== undefined) terminal.err(`${line}\n`)
      },
    }),
    error: say,
    warn: say,
    info: say,
    async close() {},
  }
}

/**
 * Formats an event: `12:40:52Z 200 GET  /v1/space-weather/kp  hit  0.4 ms  231 B  acme`; `undefined` if it is
 * not logged.
 */
export function formatEvent(event: ServiceEvent, colors?: ColorDepth, now = Date.now()): string | undefined {
  const entry = toLogEntry(event)
  if (!entry) return undefined
  const time = colorize(`${new Date(now).toISOString().slice(11, 19)}Z`, 'muted', colors)
  const style = STYLES[entry.level]
  if (event.type === 'request') return `${time} ${formatRequest(event, style, colors)}`
  if (event.type === 'alert') return `${time} alert ${colorize(event.alertType, style, colors)}`
  if (event.type !== 'job') return `${time} ${colorize(entry.message, style, colors)}`
  const state = colorize(event.ok ? 'done' : 'failed', style, colors)
  const reason = event.ok ? '' : `  ${describeError(event.error)}`
  return `${time} job ${event.job} ${state}  ${(event.ms / 1_000).toFixed(1)} s${reason}`
}

function formatRequest(event: RequestServed, style: Style, colors: ColorDepth | undefined): string {
  const { method, route, path = '(unknown path)', status, code, cache, account, bytes, ms } = event
  const state = colorize(String(status), status >= 400 && style === 'success' ? 'plain' : style, colors)
  const parts = [
    `${state} ${method.padEnd(4)} ${route ?? path}`,
    ...[code, cache].filter((word) => word !== null),
    `${ms.toFixed(1)} ms`,
    `${bytes} B`,
    ...(account === null ? [] : [colorize(sanitize(account), 'muted', colors)]),
  ]
  return parts.join('  ')
}
