import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['esbuildPlugins']>[number]

/**
 * Bundles the builds of pdfkit and fontkit that need no module of Node, so that every runtime writes the same
 * bytes; and a stand-in for Brotli, which only WOFF2 needs.
 *
 * @param pdfkit The folder of pdfkit.
 * @param brotli The file of the stand-in.
 */
export function pdfkitAlone(pdfkit: string, brotli: string): Plugin {
  const folder = realpathSync(pdfkit)
  const builds: Readonly<Record<string, string>> = {
    pdfkit: join(folder, 'js/pdfkit.browser.mjs'),
    fontkit: join(folder, '../fontkit/dist/browser-module.mjs'),
    'brotli/decompress.js': brotli,
  }
  return {
    name: 'pdfkit-alone',
    setup(build) {
      build.onResolve({ filter: /^(pdfkit|fontkit|brotli\/decompress\.js)$/ }, ({ path }) => {
        const file = builds[path]
        return file === undefined ? undefined : { path: realpathSync(file) }
      })
    },
  }
}
