/** What core publishes, by the name behind `@space-data/core/`; `index` is the package itself. */
export const doors = {
  index: 'packages/core/src/index.ts',
  node: 'packages/core/src/adapters/node/index.ts',
  accounts: 'packages/core/src/entries/accounts.ts',
  alerts: 'packages/core/src/entries/alerts.ts',
  debris: 'packages/core/src/entries/debris.ts',
  features: 'packages/core/src/entries/features.ts',
  http: 'packages/core/src/entries/http.ts',
  'space-weather': 'packages/core/src/entries/space-weather.ts',
  storage: 'packages/core/src/entries/storage.ts',
  upstreams: 'packages/core/src/entries/upstreams.ts',
  workers: 'packages/core/src/adapters/workers/index.ts',
  'durable-object': 'packages/core/src/adapters/durable-object/index.ts',
  endpoint: 'packages/core/src/entries/endpoint.ts',
  mirror: 'packages/core/src/adapters/mirror/index.ts',
  postgres: 'packages/core/src/adapters/postgres/index.ts',
  redis: 'packages/core/src/adapters/redis/index.ts',
  report: 'packages/core/src/features/reports/pdf/index.ts',
  sqlite: 'packages/core/src/adapters/sqlite/index.ts',
  verify: 'packages/core/src/features/signing/verify.ts',
}

/** The file that a worker thread starts with; it stands beside whatever bundle starts threads. */
export const shellWorker = 'packages/core/src/adapters/node/shell-worker.ts'

/** The same as import → source, for a bundle that takes core in whole. */
export function doorsAsAliases(root: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(doors).map(([name, source]) => [
      name === 'index' ? '@space-data/core' : `@space-data/core/${name}`,
      `${root}/${source}`,
    ]),
  )
}
