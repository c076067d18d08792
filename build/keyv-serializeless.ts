import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** Bundles keyv with a stand-in for its default serialiser, which the store does not use. */
export function keyvSerializeless(standIn: string): Plugin {
  return {
    name: 'keyv-serializeless',
    setup(build) {
      build.onResolve({ filter: /^@keyv\/serialize$/ }, () => ({ path: standIn }))
    },
  }
}
