// The store of a region, which leases the requests of an account's day from the account's home: `Counters`
// over `Counters`, by the rule that processes lease by (`keys/leases.ts`). A model; no part of Space-Data.

const MAX_SHARE = 1 / 64
const BRISK_MS = 500
const BRISK_BEFORE_LEASE = 4
const CHECK_MS = 250
const IDLE_CHECKS = 4

/** Counters that lease from `home`; what is not used for a second is returned. */
export function leasedCounters(home, time) {
  const leases = new Map()
  setInterval(() => {
    for (const [key, lease] of leases) {
      lease.idleChecks += 1
      if (lease.idleChecks <= IDLE_CHECKS || lease.asking) continue
      leases.delete(key)
      if (lease.left > 0) home.refund(key, lease.left).catch(() => {})
    }
  }, CHECK_MS)

  return {
    ...home,
    async consume(key, limit, until, now, times = 1) {
      const lease = leases.get(key) ?? newLease()
      leases.set(key, lease)
      lease.idleChecks = 0
      lease.wanted += times
      try {
        while (lease.left === 0) {
          lease.asking ??= ask(lease, key, limit, until, now)
          if ((await lease.asking) === 0) return { granted: 0, count: limit }
        }
      } finally {
        lease.wanted -= times
      }
      const granted = Math.min(times, lease.left)
      lease.left -= granted
      // Ahead, so that the next one need not wait for the way to the home and back.
      if (lease.left < lease.size / 2 && !lease.asking) {
        lease.asking = ask(lease, key, limit, until, now)
        lease.asking.catch(() => {})
      }
      return { granted, count: lease.countAtHome - lease.left }
    },
    async refund(key, times = 1) {
      const lease = leases.get(key)
      if (!lease) return home.refund(key, times)
      lease.left += times
    },
    /** Forgets everything that is leased, as a store does that is killed. */
    forget() {
      for (const lease of leases.values()) lease.left = 0
    },
  }

  /** Asks for as much as is waited for, and for what may come until the next time. */
  async function ask(lease, key, limit, until, now) {
    lease.briskAsks = time.now - lease.askedAt <= BRISK_MS ? lease.briskAsks + 1 : 0
    lease.askedAt = time.now
    const most = Math.floor((limit - lease.countAtHome) * MAX_SHARE)
    lease.size = lease.briskAsks < BRISK_BEFORE_LEASE ? 0 : Math.min(Math.max(1, 2 * lease.size), most)
    try {
      const times = Math.max(1, lease.wanted + lease.size)
      const { granted, count } = await home.consume(key, limit, until, now, times)
      lease.left += granted
      lease.countAtHome = count
      return granted
    } finally {
      lease.asking = undefined
    }
  }
}

function newLease() {
  return {
    left: 0,
    size: 0,
    briskAsks: 0,
    askedAt: -Infinity,
    idleChecks: 0,
    /** How many requests are waited for. */
    wanted: 0,
    countAtHome: 0,
    asking: undefined,
  }
}

/** Counters at the other end of a line that takes `oneWayMs` each way, may be cut, and counts its calls. */
export function overLine(counters, oneWayMs, time) {
  const line = { isCut: false, calls: 0 }
  const wait = (ms) => new Promise((resolve) => time.after(ms, resolve))
  const send =
    (name) =>
    async (...args) => {
      line.calls += 1
      if (line.isCut) throw new Error('cannot be reached')
      await wait(oneWayMs)
      const result = await counters[name](...args)
      await wait(oneWayMs)
      if (line.isCut) throw new Error('cannot be reached')
      return result
    }
  const names = ['consume', 'raise', 'refund', 'acquire', 'compareAndSwap', 'count', 'owner']
  return Object.assign(line, { counters: Object.fromEntries(names.map((name) => [name, send(name)])) })
}
