import type { ServiceEvent } from '@space-data/core'

/** Severity of a log entry. */
export type Level = 'info' | 'warn' | 'error'

/** A log entry made from a service event. */
export interface LogEntry {
  readonly level: Level
  readonly message: string
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Converts an event to a log entry; `undefined` for events that are not logged. Upstream requests and
 * uncounted requests are not: their failures are reported separately.
 */
export function toLogEntry(event: ServiceEvent): LogEntry | undefined {
  const { type, ...fields } = event
  switch (event.type) {
    case 'request':
      return { level: statusLevel(event.status), message: type, fields: {} }
    case 'job':
      return {
        level: event.ok ? 'info' : 'error',
        message: type,
        fields: { ...fields, ms: Math.round(event.ms) },
      }
    case 'alert':
      return { level: 'info', message: type, fields: { alert_type: event.alertType, alert_id: event.id } }
    case 'store_failed':
      return { level: 'warn', message: `the store cannot be ${ACCESS[event.access]}`, fields }
    case 'store_back':
      return { level: 'info', message: `the store can be ${ACCESS[event.access]} again`, fields }
    default:
      return undefined
  }
}

const ACCESS = { read: 'read', write: 'written' }

/** Client errors are `info`, except 429. */
export function statusLevel(status: number): Level {
  if (status >= 500) return 'error'
  return status === 429 ? 'warn' : 'info'
}
