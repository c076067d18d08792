import { worldMap } from '@space-data/charts'
import type { PlannedLaunch } from '#features/pages/planned-launches'
import { type Html, html } from '#features/shared/page/html'

/** The edges of the map; there are no launch sites beyond them. */
const [NORTH_DEG, SOUTH_DEG] = [84, -58]
/** Distance in degrees below which pads share a mark. */
const ONE_SITE_DEG = 1.5

/** A launch site with the launches planned there, the next one first. */
interface Site {
  readonly latitudeDeg: number
  readonly longitudeDeg: number
  readonly launches: readonly PlannedLaunch[]
}

/**
 * Draws a map of the launch sites; a mark is larger the more launches are planned there, and red where the
 * next one starts.
 */
export function padMap(launches: readonly PlannedLaunch[], next: PlannedLaunch | undefined): Html {
  const { width, height, land, place } = worldMap(NORTH_DEG, SOUTH_DEG)
  const sites = sitesOf(launches)
  const marks = sites.map(({ latitudeDeg, longitudeDeg, launches: own }) => {
    const [x, y] = place(latitudeDeg, longitudeDeg)
    const name = `${own[0]?.pad?.location ?? 'Launch site'}: ${own.length} planned`
    const radius = 4 + 2.2 * Math.sqrt(own.length)
    return html`<a href="#${own[0]?.id ?? ''}"><title>${name}</title><circle class="pad${next && own.includes(next) && ' next'}" cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/></a>`
  })
  // The next launch is drawn above all others.
  return html`<svg class="pads" viewBox="0 0 ${width} ${height}" role="group" aria-label="${sites.length} launch sites of the planned launches"><path class="land" d="${land}"/>${marks.toReversed()}</svg>`
}

function sitesOf(launches: readonly PlannedLaunch[]): Site[] {
  const sites: (Site & { readonly launches: PlannedLaunch[] })[] = []
  for (const launch of launches) {
    const { latitude_deg: latitudeDeg, longitude_deg: longitudeDeg } = launch.pad ?? {}
    if (typeof latitudeDeg !== 'number' || typeof longitudeDeg !== 'number') continue
    const known = sites.find(
      (site) => Math.hypot(site.latitudeDeg - latitudeDeg, site.longitudeDeg - longitudeDeg) < ONE_SITE_DEG,
    )
    if (known) known.launches.push(launch)
    else sites.push({ latitudeDeg, longitudeDeg, launches: [launch] })
  }
  return sites
}

function round(length: number): number {
  return Math.round(length * 10) / 10
}
