import { checkMirrorOptions, createCentralClient, type MirrorOptions } from '#adapters/mirror/central'
import { withLoopDetection } from '#adapters/mirror/loop'
import { mirrorEndpoint } from '#adapters/mirror/mirrored'
import { prefetch } from '#adapters/mirror/prefetch'
import { seriesCopies } from '#adapters/mirror/series-copies'
import type { Mirror } from '#kernel/instance/mirror-option'

export type { MirrorOptions } from '#adapters/mirror/central'
export type { Mirror, PrefetchOptions } from '#kernel/instance/mirror-option'

/**
 * Returns the option `mirror`, which makes an instance a mirror of a central one.
 *
 * @throws InvalidOptionError that names the first invalid option
 * @example
 * import { createSpaceData } from '@space-data/core'
 * import { mirrorOf } from '@space-data/core/mirror'
 *
 * const key = () => process.env.CENTRAL_KEY ?? ''
 * const mirror = createSpaceData({ mirror: mirrorOf({ origin: 'https://central.example', key }) })
 */
export function mirrorOf(options: MirrorOptions): Mirror {
  checkMirrorOptions(options)
  const { origin, access = 'key' } = options
  return {
    origin,
    access,
    connect(context) {
      const central = createCentralClient(options, context)
      return {
        serve: (endpoint) => mirrorEndpoint(endpoint, central),
        series: (instance) => seriesCopies(() => ({ central, ...instance() })),
        detectLoops: (dispatch) => withLoopDetection(central.identity, dispatch),
        prefetch: ({ context, endpoints }, prefetching) => prefetch(endpoints, central, context, prefetching),
      }
    },
  }
}
