import { type ProviderId, providers } from '@space-data/core'
import { UsageError } from '#failure'
import type { Given } from '#given'
import type { Terminal } from '#terminal'

/** Where to find each provider instead of its own origin: `SPACE_DATA_UPSTREAM_<ID>`, then `--upstream ID=URL`. */
export function upstreamOrigins(
  flags: readonly string[] = [],
  env: Terminal['env'],
): Partial<Record<ProviderId, string>> {
  const chosen = new Map<string, Given>()
  for (const id of ids) {
    const from = `SPACE_DATA_UPSTREAM_${id.toUpperCase().replaceAll('-', '_')}`
    const text = env[from]
    if (text) chosen.set(id, { text, from })
  }
  for (const flag of flags) {
    const [, id = '', text = ''] = /^([^=]*)=(.*)$/s.exec(flag) ?? []
    if (!(ids as string[]).includes(id)) {
      throw new UsageError(`--upstream takes ID=URL, not "${flag}"`, `ID is one of ${ids.join(', ')}`)
    }
    chosen.set(id, { text, from: `--upstream ${id}=URL` })
  }
  // In the providers' own order, whatever the order of the flags: the store tells one set of origins from another.
  return Object.fromEntries(
    ids.flatMap((id) => {
      const origin = chosen.get(id)
      return origin ? [[id, originOf(origin)]] : []
    }),
  )
}

const ids = Object.keys(providers) as ProviderId[]

function originOf({ text, from }: Given): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !url.search && !url.hash && !url.username && !url.password
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new UsageError(
    `${from} takes an http or https address, not "${text}"`,
    'Such as http://127.0.0.1:9000 or https://proxy.example/swpc, without a query or a user name',
  )
}
