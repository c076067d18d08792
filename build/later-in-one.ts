import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/** The modules of core that it imports when they are first needed; `later.ts` has all of them. */
const LATER =
  /^#(site\/pages|alerts\/alerts-feed|catalogue\/launches\/calendar|catalogue\/sky\/computations|compat\/computations|debris\/object-list\/parquet|debris\/long-jobs|debris\/reports\/page\/report-page)$/

/**
 * Has the program load what core imports later as one file: with five, esbuild cuts what they share with the
 * start and with each other into some twenty files, which a start then has to open.
 */
export function laterInOne(root: string): Plugin {
  return {
    name: 'later-in-one',
    setup(build) {
      build.onResolve({ filter: LATER }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `${root}build/later.ts` } : undefined,
      )
    },
  }
}
