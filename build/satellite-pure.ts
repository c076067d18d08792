import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Bundles satellite.js without its WebAssembly, 94 kB in gzip that nothing here uses: bundlers that take it
 * from its package bring it along, or stop at it.
 */
export function satellitePure(): Plugin {
  return {
    name: 'satellite-pure',
    setup(build) {
      build.onResolve({ filter: /^\.\/wasm\/index\.js$/ }, ({ importer }) =>
        /[/\\]satellite\.js[/\\]dist[/\\]index\.js$/.test(importer)
          ? { path: 'wasm', namespace: 'satellite-pure', sideEffects: false }
          : undefined,
      )
      build.onLoad({ filter: /.*/, namespace: 'satellite-pure' }, () => ({ contents: 'export {}' }))
    },
  }
}
