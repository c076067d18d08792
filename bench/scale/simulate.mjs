// Three minutes of clients that ask, second by second, and what arrives behind the edge caches. Every client
// is simulated, with a time, a place of the edge and an account of its own; a seed makes it repeatable.
import {
  CLIENTS_OF_AN_ACCOUNT,
  REFRESHED_AT,
  RESERVATIONS_A_SECOND,
  RESERVED_FROM_A_DAY,
  TOGETHER_WITHIN_S,
} from './inputs.mjs'
import { random } from './random.mjs'

const DAY_S = 86_400

/**
 * Simulates `seconds` of `clients`.
 *
 * @returns
 *   requests of all clients and those that reach the servers, by kind; for every second those that arrive,
 *   their CPU µs, those of the mirrors' central instance, bytes and calls of the store, and the bytes that
 *   the edge sends from its caches; the most requests of one account in a second
 */
export function simulate(kinds, { clients, locations = 0, regions = 1, processes, seconds = 180, seed = 1 }) {
  const draw = random(seed)
  const due = Array.from({ length: seconds }, () => [])
  const account = accounts(clients, draw)
  const asks = {
    kind: new Uint8Array(clients),
    place: new Uint16Array(clients),
    entry: new Uint8Array(clients),
  }
  let client = 0
  for (const [index, kind] of kinds.entries()) {
    const end = Math.min(clients, client + Math.round(kind.share * clients))
    for (; client < end; client += 1) {
      asks.kind[client] = index
      // More clients at the first places, as cities are; of entries the first are asked for most.
      asks.place[client] = Math.floor(Math.max(1, locations) * draw() ** 2)
      asks.entry[client] = Math.floor(kind.entries * draw() ** 2)
      const first = Math.floor(draw() * (draw() < kind.together ? TOGETHER_WITHIN_S : kind.everyS))
      for (let at = first; at < seconds; at += kind.everyS) due[at].push(client)
    }
  }
  const edge = locations > 0 ? edgeCaches(kinds, locations, draw) : undefined
  const store = locations > 0 ? undefined : storeCalls(kinds, account, { client: asks, processes, draw })
  const regionOf = (place) => Math.floor((place * regions) / Math.max(1, locations))
  const zero = () => kinds.map(() => 0)
  const result = { requests: zero(), arrived: zero(), perSecond: [] }
  for (let at = 0; at < seconds; at += 1) {
    const second = {
      requests: due[at].length,
      arrived: 0,
      edgeBytes: 0,
      us: new Array(regions).fill(0),
      centralUs: 0,
      bytes: 0,
      calls: 0,
    }
    for (const client of due[at]) {
      const [index, place] = [asks.kind[client], asks.place[client]]
      const kind = kinds[index]
      result.requests[index] += 1
      if (edge && kind.entries > 0 && edge.has(index, asks.entry[client], place, at)) {
        second.edgeBytes += kind.bytes
        continue
      }
      result.arrived[index] += 1
      second.arrived += 1
      second.bytes += kind.bytes
      second.us[regionOf(place)] += kind.us
      // A mirror has no copy of what nobody asked for before: its central instance computes it.
      if (edge && kind.entries === 0) second.centralUs += kind.us
      if (store) second.calls += store.callsFor(client, at)
    }
    result.perSecond.push(second)
  }
  return { ...result, busiestAccount: store?.busiest() ?? 0 }
}

/**
 * A copy is made at the origin whenever REFRESHED_AT of the TTL has passed, and each place keeps the one it
 * got until that is no longer valid. Requests of one second at one place are one. It begins with copies of
 * all ages.
 */
function edgeCaches(kinds, locations, draw) {
  const phases = kinds.map(({ entries, ttlS }) => Array.from({ length: entries }, () => draw() * ttlS))
  const validUntil = kinds.map(({ entries, ttlS }, kind) =>
    Float64Array.from({ length: entries * locations }, (_, i) => {
      const entry = Math.floor(i / locations)
      return newest(phases[kind][entry], ttlS, -draw() * ttlS * REFRESHED_AT) + ttlS
    }),
  )
  return {
    has(kind, entry, place, at) {
      const { ttlS } = kinds[kind]
      const i = entry * locations + place
      if (validUntil[kind][i] > at) return true
      validUntil[kind][i] = newest(phases[kind][entry], ttlS, at) + ttlS
      return false
    },
  }
}

/** When the newest copy at an instant was made. */
function newest(phase, ttlS, at) {
  const everyS = ttlS * REFRESHED_AT
  return phase + Math.floor((at - phase) / everyS) * everyS
}

/** Whose each client is: rank r of Zipf's law has a share of 1/r. */
function accounts(clients, draw) {
  const many = Math.max(1, Math.floor(clients / CLIENTS_OF_AN_ACCOUNT))
  const logs = Math.log(many)
  return Int32Array.from({ length: clients }, () =>
    Math.min(many - 1, Math.floor(Math.exp(draw() * logs)) - 1),
  )
}

/** Calls of the store: one for a request; of an account with a reservation so many a second and process. */
function storeCalls(kinds, account, { client: asks, processes, draw }) {
  const isBusy = busyAccounts(kinds, account, asks)
  const slots = isBusy.length * Math.max(1, processes)
  const [ofProcess, ofAccount] = [perSecond(slots), perSecond(isBusy.length)]
  let most = 0
  return {
    callsFor(client, at) {
      const owner = account[client]
      if (owner >= isBusy.length || !isBusy[owner]) return 1
      most = Math.max(most, ofAccount(owner, at))
      const process = Math.floor(draw() * Math.max(1, processes))
      return ofProcess(owner * Math.max(1, processes) + process, at) <= RESERVATIONS_A_SECOND ? 1 : 0
    },
    busiest: () => most,
  }
}

/** Which accounts ask often enough to be reserved, up to the last that does. */
function busyAccounts(kinds, account, asks) {
  const perDay = new Float64Array(account.reduce((most, each) => Math.max(most, each), 0) + 1)
  for (const [client, owner] of account.entries()) perDay[owner] += DAY_S / kinds[asks.kind[client]].everyS
  const last = perDay.findLastIndex((requests) => requests >= RESERVED_FROM_A_DAY)
  return Array.from(perDay.subarray(0, last + 1), (requests) => requests >= RESERVED_FROM_A_DAY)
}

/** Counts what happens in the same second in a slot. */
function perSecond(slots) {
  const [counted, second] = [new Uint32Array(slots), new Int32Array(slots).fill(-1)]
  return (slot, at) => {
    counted[slot] = second[slot] === at ? counted[slot] + 1 : 1
    second[slot] = at
    return counted[slot]
  }
}
