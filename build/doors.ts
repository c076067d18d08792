/** What core publishes, by the name behind `@space-data/core/`; `index` is the package itself. */
export const doors = {
  index: 'packages/core/src/index.ts',
  node: 'packages/core/src/adapters/node/index.ts',
  workers: 'packages/core/src/adapters/workers.ts',
  'durable-object': 'packages/core/src/backends/durable-object.ts',
  endpoint: 'packages/core/src/endpoint.ts',
  postgres: 'packages/core/src/backends/postgres.ts',
  redis: 'packages/core/src/backends/redis.ts',
  report: 'packages/core/src/reports/pdf/index.ts',
  sqlite: 'packages/core/src/backends/sqlite.ts',
  verify: 'packages/core/src/signing/verify.ts',
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
