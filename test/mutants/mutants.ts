/** A mistake in one place of core. */
export interface Mutant {
  readonly name: string
  /** Below `packages/core/src`. */
  readonly file: string
  /** What stands there, once, and what is there instead. */
  readonly code: string
  readonly becomes: string
  /** The test file that holds the fact, below `test` and without `.test.ts`; two where none is meant to. */
  readonly tests: readonly string[]
}

/** Mistakes that would cost a user the most: `mutants.test.ts` makes each of them and expects a failure. */
export const mutants: readonly Mutant[] = [
  {
    name: 'quota: one request too many',
    file: 'kernel/accounts/quota/account-day.ts',
    code: 'return limit ?? Number.MAX_SAFE_INTEGER',
    becomes: 'return limit === null ? Number.MAX_SAFE_INTEGER : limit + 1',
    tests: ['accounts/quota'],
  },
  {
    name: 'quota: a refund is lost',
    file: 'kernel/accounts/quota/daily-counts.ts',
    code: '() => store.atomic.subtract(account.counter),',
    becomes: '() => undefined,',
    tests: ['accounts/quota'],
  },
  {
    name: 'quota: resets twice when the clock goes back over midnight',
    file: 'kernel/accounts/quota/day.ts',
    code: 'now >= current.end - days(2)',
    becomes: 'now >= current.end - days(1)',
    tests: ['accounts/quota'],
  },
  {
    name: 'quota: the store grants one beyond the limit',
    file: 'kernel/storage/atomic-store.ts',
    code: 'Math.min(times, limit - count)',
    becomes: 'Math.min(times, limit - count + 1)',
    tests: ['storage/memory'],
  },
  {
    name: 'quota: a network gets all that it asks for when a part is left',
    file: 'kernel/accounts/networks/network-rates.ts',
    code: 'if (added === times) return true',
    becomes: 'if (added > 0) return true',
    tests: ['accounts/network-limit'],
  },
  {
    name: 'network without a key: a request is not counted for its block',
    file: 'kernel/accounts/anonymous/network-quotas.ts',
    code: 'if (!block || !own.granted) return own',
    becomes: 'return own',
    tests: ['accounts/network-quotas'],
  },
  {
    name: 'network without a key: a refund leaves the block its request',
    file: 'kernel/accounts/quota/daily-counts.ts',
    code: 'return andThen(this.#refundOne(ofBlock), (block) => this.#refundOne({ ...quota, ofBlock: block }))',
    becomes: 'return this.#refundOne(quota)',
    tests: ['accounts/network-quotas'],
  },
  {
    name: 'network without a key: a wrong key is as good as none',
    file: 'kernel/accounts/keys/authenticate.ts',
    code: "return request.header('x-api-key') !== null || ",
    becomes: 'return ',
    tests: ['contract/without-a-key'],
  },
  {
    name: 'reservation: its requests are not counted in the store',
    file: 'kernel/accounts/quota/daily-counts.ts',
    code: 'until, now, 1 + (extra ?? 0))',
    becomes: 'until, now, 1)',
    tests: ['accounts/reservations'],
  },
  {
    name: 'reservation: requests are granted that are not reserved',
    file: 'kernel/accounts/quota/reservations.ts',
    code: 'if (this.left === 0) return false',
    becomes: 'if (this.left < 0) return false',
    tests: ['accounts/reservations'],
  },
  {
    name: 'reservation: what was returned is granted, too',
    file: 'kernel/accounts/quota/reservations.ts',
    code: 'this.left = 0\n    this.#size = 0',
    becomes: 'this.#size = 0',
    tests: ['accounts/reservations'],
  },
  {
    name: 'envelope: valid for twice the TTL',
    file: 'kernel/endpoint/envelope.ts',
    code: 'validUntil = fetchedAt + ttlMs',
    becomes: 'validUntil = fetchedAt + 2 * ttlMs',
    tests: ['contract/cache-ttl'],
  },
  {
    name: 'envelope: fetched_at is when it was served, not fetched',
    file: 'kernel/storage/cache/snapshots.ts',
    code: "return { snapshot, outcome: 'hit' }\n    }",
    becomes: "return { snapshot: { ...snapshot, fetchedAt: now }, outcome: 'hit' }\n    }",
    tests: ['storage/cache/snapshots'],
  },
  {
    name: 'freshness: measurements are served past their age',
    file: 'kernel/storage/cache/snapshot.ts',
    code: 'return recentUntil === undefined || now <= recentUntil',
    becomes: 'return recentUntil === undefined || now >= 0',
    tests: ['storage/cache/upstream-failures'],
  },
  {
    name: 'freshness: valid for ever',
    file: 'kernel/storage/cache/snapshot.ts',
    code: 'isWithin(snapshot.fetchedAt, snapshot.validUntil, now)',
    becomes: 'isWithin(snapshot.fetchedAt, Infinity, now)',
    tests: ['storage/cache/snapshots'],
  },
  {
    name: 'webhook signature: the instant that is sent is not the one that is signed',
    file: 'features/webhooks/signature.ts',
    code: "'webhook-timestamp': timestamp,",
    becomes: "'webhook-timestamp': String(Number(timestamp) + 1),",
    tests: ['webhooks/signature'],
  },
  {
    name: 'webhook signature: the secret before a rotation signs for ever',
    file: 'features/webhooks/signature.ts',
    code: 'rotatedAt !== null && now < Date.parse(rotatedAt) + OVERLAP_MS',
    becomes: 'rotatedAt !== null',
    tests: ['webhooks/signature'],
  },
  {
    name: 'diff: objects in both catalogues are listed',
    file: 'features/debris/diff/diff.ts',
    code: '!side.objects.has(noradId)',
    becomes: 'side.objects.has(noradId)',
    tests: ['debris/shell'],
  },
  {
    name: 'diff: an object that returned is new',
    file: 'features/debris/diff/diff.ts',
    code: 'norad_id > highestBefore && isSequential(norad_id)',
    becomes: 'isSequential(norad_id)',
    tests: ['debris/shell'],
  },
  {
    name: 'diff: whatever is gone has decayed',
    file: 'features/debris/diff/diff.ts',
    code: "hasDecayed(object.norad_id) ? 'decayed' : 'gone'",
    becomes: "'decayed'",
    tests: ['debris/shell'],
  },
  {
    name: 'shell density: bins do not turn with the Earth',
    file: 'features/debris/density/shell-sampler.ts',
    code: 'const sinTheta = meridian[at + 1]!',
    becomes: 'const sinTheta = meridian[1]!',
    tests: ['debris/density/closed-forms'],
  },
  {
    name: 'shell density: altitudes are rounded up',
    file: 'features/debris/density/shell-sampler.ts',
    code: '(radius - bottomKm) | 0',
    becomes: '(radius - bottomKm + 1) | 0',
    tests: ['debris/density/closed-forms'],
  },
  {
    name: 'shell density: bins are as large at the poles as at the equator',
    file: 'features/debris/density/shell-density.ts',
    code: 'const density_per_km3 = round(objects / volume, 5)',
    becomes: 'const density_per_km3 = round(objects / binVolumeKm3(grid, shell, 0), 5)',
    tests: ['debris/density/shell-density'],
  },
  {
    name: 'passes: visible until the Sun is 6° high',
    file: 'features/objects/orbit/visible-spans.ts',
    code: 'const DARK_BELOW_DEG = -6',
    becomes: 'const DARK_BELOW_DEG = 6',
    tests: ['objects/orbit/visible-spans'],
  },
  {
    name: 'aurora: poleward is north, also in the south',
    file: 'features/space-weather/aurora/best-crossing.ts',
    code: 'const sign = own < 0 ? -1 : 1',
    becomes: 'const sign = 1',
    tests: ['space-weather/grid/grid.property'],
  },
  {
    name: 'notices: one that was ended stays in force',
    file: 'features/space-weather/notices/in-force.ts',
    code: 'Math.min(own, endedBy?.notice.issuedAt ?? own)',
    becomes: 'own',
    tests: ['space-weather/notices'],
  },
  {
    name: 'network without a key: each IPv6 address is a network',
    file: 'kernel/accounts/networks/client-network.ts',
    code: 'formatBlock(address, 64)',
    becomes: 'formatBlock(address, 128)',
    tests: ['accounts/network'],
  },
  {
    name: 'paths of SWPC: the solar wind has its oldest row first',
    file: 'features/swpc-files/wind-files.ts',
    code: 'rows.toReversed().map((row) => ({\n      ...startOf(row),\n      proton_speed',
    becomes: 'rows.map((row) => ({\n      ...startOf(row),\n      proton_speed',
    tests: ['compat/swpc'],
  },
  {
    name: 'arrivals: the next one has passed',
    file: 'features/space-weather/events/arrivals.ts',
    code: "arrivals.find(({ state }) => state === 'expected')?.arrival_time",
    becomes: 'arrivals[0]?.arrival_time',
    tests: ['space-weather/events/arrivals'],
  },
  {
    name: 'history: elements from after the instant',
    file: 'features/objects/history/kept-catalogues.ts',
    code: 'fetchedAt <= at && day >= first',
    becomes: 'day >= first',
    tests: ['objects/history/kept-catalogues'],
  },
]
