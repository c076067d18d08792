import { notFound } from '#sample/answer'
import { answerAsCelestrak } from '#sample/celestrak/celestrak'
import { answerAsDonki } from '#sample/donki/donki'
import { answerAsLaunchLibrary } from '#sample/launch-library/launch-library'
import { answerAsSwpc } from '#sample/swpc/swpc'

const providers: Readonly<Record<string, (url: URL, now: number) => Response>> = {
  'services.swpc.noaa.gov': answerAsSwpc,
  'celestrak.org': answerAsCelestrak,
  'll.thespacedevs.com': answerAsLaunchLibrary,
  'kauai.ccmc.gsfc.nasa.gov': answerAsDonki,
}

/**
 * A `fetch` that reaches no network and answers as the four providers would, in their own shapes, as of
 * `now`; the space weather replays the storm of 10 and 11 May 2024 at the same UTC time of day (see
 * `storm.ts`).
 */
export function sampleFetch(now: () => Date): typeof fetch {
  return async (input, init) => {
    const request = input instanceof Request ? input : undefined
    const signal = init?.signal ?? request?.signal
    signal?.throwIfAborted()
    const url = new URL(request?.url ?? String(input))
    const answer = url.protocol === 'https:' ? providers[url.hostname] : undefined
    return answer ? answer(url, now().getTime()) : notFound('text/plain', `No sample of ${url.host}`)
  }
}
