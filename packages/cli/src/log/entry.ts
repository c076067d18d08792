import type { ServiceEvent } from '@space-data/core'

/** How much an operator should mind. */
export type Level = 'info' | 'warn' | 'error'

/** An event as the log has it. */
export interface Entry {
  readonly level: Level
  readonly words: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * What is told of an event. Asks of upstreams are not: their failures are reported by themselves, in words. Nor is every request
 * that was admitted uncounted: the store's own failure is.
 */
export function entryOf(event: ServiceEvent): Entry | undefined {
  const { type, ...fields } = event
  switch (event.type) {
    case 'request':
      return { level: levelOf(event.status), words: type, fields: { ...fields, ms: rounded(event.ms) } }
    case 'job':
      return {
        level: event.ok ? 'info' : 'error',
        words: type,
        fields: { ...fields, ms: Math.round(event.ms) },
      }
    case 'store_failed':
      return { level: 'warn', words: `the store cannot be ${ACCESS[event.access]}`, fields }
    case 'store_back':
      return { level: 'info', words: `the store can be ${ACCESS[event.access]} again`, fields }
    default:
      return undefined
  }
}

const ACCESS = { read: 'read', write: 'written' }

/** A refusal is the client's own affair, unless it is for asking too much. */
function levelOf(status: number): Level {
  if (status >= 500) return 'error'
  return status === 429 ? 'warn' : 'info'
}

function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000
}
