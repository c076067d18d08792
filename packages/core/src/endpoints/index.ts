import type { Settings } from '#context'
import type { Endpoint } from '#declare/endpoint'
import { front } from '#endpoints/front'
import { openapi } from '#endpoints/openapi'
import { reference } from '#endpoints/ref'
import { density } from '#endpoints/shell/density'
import { diff } from '#endpoints/shell/diff'
import { status } from '#endpoints/status'
import { recent } from '#endpoints/v1/events/recent'
import { issueKey } from '#endpoints/v1/keys'
import { upcoming } from '#endpoints/v1/launches/upcoming'
import { objects } from '#endpoints/v1/objects'
import { kp } from '#endpoints/v1/space-weather/kp'
import { mag } from '#endpoints/v1/space-weather/mag'
import { proton } from '#endpoints/v1/space-weather/proton'
import { wind } from '#endpoints/v1/space-weather/wind'
import { xray } from '#endpoints/v1/space-weather/xray'
import { down, info, ping, up } from '#endpoints/v1/speedtest'
import { tle } from '#endpoints/v1/tle'
import { tiersOf } from '#keys/tiers'
import { defaultGrid } from '#orbit/shell-grid'

/**
 * Everything this service answers, in the order of the specification; the rest of the program reads this table. The
 * settings say which shells and which tiers there are; `as` may make another of each, as a mirror does.
 */
export function endpointsOf(
  { grid = defaultGrid, tiers = tiersOf() }: Partial<Pick<Settings, 'grid' | 'tiers'>> = {},
  as: (endpoint: Endpoint) => Endpoint = (endpoint) => endpoint,
): readonly Endpoint[] {
  const own: readonly Endpoint[] = [
    issueKey,
    kp,
    wind,
    mag,
    xray,
    proton,
    upcoming,
    recent,
    objects,
    density(grid),
    diff,
    tle,
    ...reference({ grid, tiers }, () => endpoints),
    ping,
    down,
    up,
    info,
    openapi(() => endpoints),
    status(grid, () => endpoints),
    front(() => endpoints),
  ]
  const endpoints = own.map(as)
  return endpoints
}
