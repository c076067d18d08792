import type { ServiceEvent } from '@space-data/core'
import type { RequestServed } from '@space-data/core/http'
import { describeError } from '#kit/errors'

type StoreEvent = Extract<ServiceEvent, { type: 'store_failed' | 'store_back' }>

/** Severity of a log entry. */
export type Level = 'info' | 'warn' | 'error'

/** A log entry made from a service event. */
export interface LogEntry {
  readonly level: Level
  /** A sentence for people. */
  readonly message: string
  /** Fields for programs, starting with `event`, the kind of event. */
  readonly fields: Readonly<Record<string, string | number | boolean | null>>
}

/**
 * Converts an event to a log entry; `undefined` for events that are not logged. Upstream requests and
 * uncounted requests are not: their failures are reported separately.
 */
export function toLogEntry(event: ServiceEvent): LogEntry | undefined {
  switch (event.type) {
    case 'request':
      return { level: requestLevel(event), message: describeRequest(event), fields: { event: event.type } }
    case 'job': {
      const { type, job, ok, error, ms } = event
      const reason = ok ? undefined : describeError(error)
      // A job that ends with the server has not failed; the next server runs it again.
      const isStopped = error instanceof Error && error.name === 'AbortError'
      const failed = isStopped ? `job ${job} was stopped` : `job ${job} failed: ${reason}`
      return {
        level: ok || isStopped ? 'info' : 'error',
        message: ok ? `job ${job} is done` : failed,
        fields: { event: type, job, ok, ...(reason !== undefined && { error: reason }), ms: Math.round(ms) },
      }
    }
    case 'alert':
      return {
        level: 'info',
        message: `alert ${event.alertType}`,
        fields: { event: event.type, alert_type: event.alertType, alert_id: event.id },
      }
    case 'store_failed':
      return storeEntry('warn', `the store cannot be ${ACCESS[event.access]}`, event)
    case 'store_back':
      return storeEntry('info', `the store can be ${ACCESS[event.access]} again`, event)
    default:
      return undefined
  }
}

function storeEntry(level: Level, message: string, { type, access }: StoreEvent): LogEntry {
  return { level, message, fields: { event: type, access } }
}

const ACCESS = { read: 'read', write: 'written' }

/** Client errors are `info`, except 429; so is an instance that is not ready, which is not an error. */
export function requestLevel({ status, code }: Pick<RequestServed, 'status' | 'code'>): Level {
  if (status >= 500) return code === 'not_ready' ? 'info' : 'error'
  return status === 429 ? 'warn' : 'info'
}

/** Describes a request in a few words: `GET /v1/space-weather/kp 200`. */
export function describeRequest({ method, route, status, code }: RequestServed): string {
  return `${method} ${route ?? '(unknown path)'} ${status}${code === null ? '' : ` ${code}`}`
}
