import { type ProviderId, providers } from '@space-data/core'

/**
 * Normalizes configured upstream origins. Order and spelling must be stable, because the store separates data
 * by origins.
 */
export function normalizeOrigins(
  upstreams: Readonly<Record<string, string | undefined>>,
): Partial<Record<ProviderId, string>> {
  return Object.fromEntries(
    Object.keys(providers).flatMap((id) => {
      const origin = upstreams[id]
      return origin === undefined ? [] : [[id, new URL(origin).href.replace(/\/+$/, '')]]
    }),
  )
}
