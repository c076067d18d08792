import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns import → file for the builds of pdfkit and fontkit that need no module of Node, so that every
 * runtime writes the same bytes; and for a stand-in for Brotli, which only WOFF2 needs.
 *
 * @param pdfkit The folder of pdfkit.
 * @param brotli The file of the stand-in.
 */
export function pdfkitAlone(pdfkit: string, brotli: string): Record<string, string> {
  const folder = realpathSync(pdfkit)
  return {
    pdfkit: join(folder, 'js/pdfkit.browser.mjs'),
    fontkit: realpathSync(join(folder, '../fontkit/dist/browser-module.mjs')),
    'brotli/decompress.js': brotli,
  }
}
