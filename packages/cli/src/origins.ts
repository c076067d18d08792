import { type ProviderId, providers } from '@space-data/core'

/**
 * Where to find each provider instead of its own origin, in the providers' own order and one spelling: the store tells one
 * set of origins from another.
 */
export function originsOf(
  upstreams: Readonly<Record<string, string | undefined>>,
): Partial<Record<ProviderId, string>> {
  return Object.fromEntries(
    Object.keys(providers).flatMap((id) => {
      const origin = upstreams[id]
      return origin === undefined ? [] : [[id, new URL(origin).href.replace(/\/+$/, '')]]
    }),
  )
}
