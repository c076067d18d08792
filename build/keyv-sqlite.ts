import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Bundles `@keyv/sqlite` with a stand-in for the two packages that it imports: for the addon `sqlite3`, and
 * for `keyv`, which only a function of it uses that nobody calls.
 */
export function keyvSqliteAlone(standIn: string): Plugin {
  return {
    name: 'keyv-sqlite-alone',
    setup(build) {
      build.onResolve({ filter: /^(sqlite3|keyv)$/ }, ({ importer }) =>
        /[/\\]@keyv[/\\]sqlite[/\\]/.test(importer) ? { path: standIn } : undefined,
      )
    },
  }
}
