import type { Compressor } from '#kernel/http/compressor'

/**
 * At a higher quality, these kinds of text hardly become smaller, and compression takes many times as long.
 */
const BROTLI_QUALITY = 5

/**
 * Creates the compressor of Node, Bun and Deno, which works beside the event loop.
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { nodeCompressor } from '@space-data/core/node'
 *
 * createSpaceData({ compress: nodeCompressor() })
 */
export function nodeCompressor(): Compressor {
  const { brotliCompress, gzip, constants } = process.getBuiltinModule('node:zlib')
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  return (body, coding) =>
    new Promise((resolve, reject) => {
      const settle = (error: Error | null, compressed: Uint8Array) =>
        error ? reject(error) : resolve(compressed)
      if (coding === 'gzip') gzip(body, settle)
      else brotliCompress(body, { params }, settle)
    })
}
