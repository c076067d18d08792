import { respondAsCelestrak } from '#celestrak/celestrak'
import { respondAsDonki } from '#donki/donki'
import { respondAsGfz } from '#gfz/gfz'
import { respondAsLaunchLibrary } from '#launch-library/launch-library'
import { notFound } from '#response'
import { respondAsSwpc } from '#swpc/swpc'

type Provider = (url: URL, now: number, present?: number, hours?: number) => Response

const providers: Readonly<Record<string, Provider>> = {
  'services.swpc.noaa.gov': respondAsSwpc,
  'kp.gfz.de': respondAsGfz,
  'celestrak.org': respondAsCelestrak,
  'll.thespacedevs.com': respondAsLaunchLibrary,
  'kauai.ccmc.gsfc.nasa.gov': respondAsDonki,
}

/**
 * Returns a `fetch` that simulates the five providers without a network. Space weather replays the storm of
 * 10 and 11 May 2024 at the same UTC time of day (see `storm.ts`).
 * @param present Instant whose past `now` runs through, up to 31 days before; default: each instant is the
 *   present.
 * @param hours How far the feeds by minute from L1 reach back instead of 24 hours, and six-hour feeds if
 *   it is more.
 */
export function sampleFetch(now: () => Date, present?: Date, hours?: number): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const signal = init?.signal ?? request?.signal
    signal?.throwIfAborted()
    const url = new URL(request?.url ?? String(input))
    const answer = url.protocol === 'https:' ? providers[url.hostname] : undefined
    return answer
      ? answer(url, now().getTime(), present?.getTime(), hours)
      : notFound('text/plain', `No sample of ${url.host}`)
  }
}
