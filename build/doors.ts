/** What core publishes, by the name behind `@space-data/core/`; `index` is the package itself. */
export const doors = {
  index: 'packages/core/src/index.ts',
  node: 'packages/core/src/host/node/index.ts',
  accounts: 'packages/core/src/host/entries/accounts.ts',
  alerts: 'packages/core/src/host/entries/alerts.ts',
  debris: 'packages/core/src/host/entries/debris.ts',
  features: 'packages/core/src/features/public.ts',
  http: 'packages/core/src/host/entries/http.ts',
  'space-weather': 'packages/core/src/host/entries/space-weather.ts',
  storage: 'packages/core/src/host/entries/storage.ts',
  upstreams: 'packages/core/src/host/entries/upstreams.ts',
  workers: 'packages/core/src/host/workers.ts',
  'durable-object': 'packages/core/src/adapters/durable-object/index.ts',
  endpoint: 'packages/core/src/kernel/endpoint/public.ts',
  mirror: 'packages/core/src/host/mirror/index.ts',
  postgres: 'packages/core/src/adapters/postgres/index.ts',
  redis: 'packages/core/src/adapters/redis/index.ts',
  report: 'packages/core/src/features/reports/pdf/index.ts',
  sqlite: 'packages/core/src/adapters/sqlite/index.ts',
  verify: 'packages/core/src/features/signing/verify.ts',
}

/** The file that a worker thread starts with; it stands beside whatever bundle starts threads. */
export const shellWorker = 'packages/core/src/host/node/shell-worker.ts'

/** The same as import → source, for a bundle that takes core in whole. */
export function doorsAsAliases(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(doors).map(([name, source]) => [
      name === 'index' ? '@space-data/core' : `@space-data/core/${name}`,
      `${root}/${source}`,
    ]),
  )
}
