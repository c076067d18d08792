import type { ServiceEvent } from '@space-data/core'
import { entryOf, type Level } from '#log/entry'
import type { Log } from '#log/log'
import { painted, type Style } from '#paint'
import { printable } from '#print'
import type { ColourDepth, Terminal } from '#terminal'

const STYLES: Readonly<Record<Level, Style>> = { info: 'good', warn: 'warning', error: 'bad' }

/** Lines for people on stderr, of events only when they are wanted. */
export function plainLog(terminal: Terminal, withEvents: boolean): Log {
  const say = (line: string) => terminal.err(`space-data: ${line}\n`)
  return {
    isForPeople: withEvents,
    ...(withEvents && {
      event(event: ServiceEvent) {
        const line = lineOf(event, terminal.errColours)
        if (line !== undefined) terminal.err(`${line}\n`)
      },
    }),
    error: say,
    warn: say,
    info: say,
    async close() {},
  }
}

/** `12:40:52Z 200 GET  /v1/space-weather/kp  hit  0.4 ms  231 B  acme`; `undefined` for an event that is not told. */
export function lineOf(event: ServiceEvent, colours?: ColourDepth, now = Date.now()): string | undefined {
  const entry = entryOf(event)
  if (!entry) return undefined
  const time = painted(`${new Date(now).toISOString().slice(11, 19)}Z`, 'quiet', colours)
  const style = STYLES[entry.level]
  if (event.type === 'request') return `${time} ${requestOf(event, style, colours)}`
  if (event.type !== 'job') return `${time} ${painted(entry.words, style, colours)}`
  const state = painted(event.ok ? 'done' : 'failed', style, colours)
  return `${time} job ${event.job} ${state}  ${(event.ms / 1_000).toFixed(1)} s`
}

type RequestAnswered = Extract<ServiceEvent, { type: 'request' }>

function requestOf(event: RequestAnswered, style: Style, colours: ColourDepth | undefined): string {
  const { method, route, status, code, cache, account, bytes, ms } = event
  const state = painted(String(status), status >= 400 && style === 'good' ? 'plain' : style, colours)
  const words = [
    `${state} ${method.padEnd(4)} ${route ?? '(no such path)'}`,
    ...[code, cache].filter((word) => word !== null),
    `${ms.toFixed(1)} ms`,
    `${bytes} B`,
    ...(account === null ? [] : [painted(printable(account, 64), 'quiet', colours)]),
  ]
  return words.join('  ')
}
