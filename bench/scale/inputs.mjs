// What the simulation takes as given: measured costs, the clients and what they ask for, prices. Everything
// that is assumed is here, and docs/scaling.md says so.
import { readFileSync } from 'node:fs'
import { median } from '../measure.mjs'

const { figures } = JSON.parse(readFileSync(new URL('../results/requests.json', import.meta.url), 'utf8'))

/** Medians of `bench requests`: CPU µs of the server and bytes on the wire for one request. */
function measured(what) {
  const of = (unit) => Math.round(median(figures[what].map((run) => run[unit])))
  return { us: of('us'), bytes: of('bytes') }
}

/** All of them, as they were measured. */
export function measuredRows() {
  return Object.keys(figures).map((what) => ({ what, ...measured(what) }))
}

const current = measured('current, connection kept')
/** What a connection of its own adds to a request: at the server, and at nginx with TLS in front of it. */
export const CONNECTION_US = Math.max(0, measured('current, new connection').us - current.us)
export const TLS_US = measured('current through nginx: its part, new TLS connection').us

/**
 * Kinds of clients. `share` of all clients; a request every `everyS` seconds, of `together` of them in the
 * first TOGETHER_WITHIN_S of each period, as cron does it; `entries` that are the same for all clients, 0 if
 * each asks about a place of its own; `ttlS` as in docs/endpoints.md.
 */
export const KINDS = [
  { name: 'panel', share: 0.7, everyS: 60, together: 0.3, entries: 1, ttlS: 60, ...current },
  {
    name: 'home',
    share: 0.15,
    everyS: 900,
    together: 0,
    entries: 1,
    ttlS: 900,
    ...measured('kp, connection kept'),
  },
  {
    name: 'passes',
    share: 0.06,
    everyS: 600,
    together: 0,
    entries: 0,
    ttlS: 600,
    ...measured('passes of a place of its own'),
  },
  {
    name: 'tracker',
    share: 0.01,
    everyS: 5,
    together: 0,
    entries: 0,
    ttlS: 5,
    ...measured('position at a place of its own'),
  },
  {
    name: 'hapi',
    share: 0.03,
    everyS: 3_600,
    together: 0.5,
    entries: 4,
    ttlS: 60,
    ...measured('HAPI, the day so far of mag'),
  },
  // The bytes are those of all active objects in brotli (docs/hosting.md), which most programs load.
  {
    name: 'elements',
    share: 0.04,
    everyS: 86_400,
    together: 0,
    entries: 30,
    ttlS: 21_600,
    us: current.us,
    bytes: 600_000,
  },
]
export const TOGETHER_WITHIN_S = 3
/** The share of clients that holds a stream; its cost a second (docs/hosting.md), five events a minute. */
export const STREAMS = { share: 0.01, us: 20, bytes: (5 * 230) / 60, ofAProcess: 1_000 }

/** Accounts: one for three clients, their sizes by Zipf's law. One of 10,000 requests a day is reserved. */
export const CLIENTS_OF_AN_ACCOUNT = 3
export const RESERVED_FROM_A_DAY = 10_000
export const RESERVATIONS_A_SECOND = 2

/** An entry in use is loaded again at this part of its TTL (docs/contract.md, C2.4). */
export const REFRESHED_AT = 0.8
/** How busy a core, a store or a link may be in the busiest second. */
export const HALF = 0.5
/** What share of paid cores works on average: the rest is for the busiest second, and for the night. */
export const BUSY_ON_AVERAGE = 0.25

/** US dollars, see docs/scaling.md for where from and when. Change them to yours. */
export const PRICES = {
  coreHour: 0.02,
  piCoreHour: 0.0013,
  egressGb: 0.01,
  cdnGb: 0.01,
  workerMillion: 0.3,
  workerMillionCpuMs: 0.02,
  objectMillion: 0.15,
  objectMillionGbS: 12.5,
}
