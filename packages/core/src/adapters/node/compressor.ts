import type { Compressor } from '#compressor'

/** Above this quality text of these kinds hardly shrinks, and takes many times as long. */
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

type Settle = (error: Error | null, compressed: Uint8Array) => void

/** The part of `node:zlib` that is used. */
interface Zlib {
  gzip(body: Uint8Array, settle: Settle): void
  brotliCompress(body: Uint8Array, options: { params: Record<number, number> }, settle: Settle): void
  readonly constants: {
    readonly BROTLI_PARAM_QUALITY: number
    readonly BROTLI_PARAM_MODE: number
    readonly BROTLI_MODE_TEXT: number
  }
}

declare const process: { getBuiltinModule(name: 'node:zlib'): Zlib }
