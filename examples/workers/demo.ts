import { env } from 'cloudflare:workers'
import { createSpaceData } from '@space-data/core'
import { readElementSets } from '@space-data/core/debris'
import { durableObjects, SpaceDataStore } from '@space-data/core/durable-object'
import { everything } from '@space-data/core/features'
import { connectionInfo } from '@space-data/core/workers'
import { formatOmmCsv, sampleFetch, sampleObjects } from '@space-data/sample'

const DAY_MS = 86_400_000

/**
 * The sample, with its store, in one object. On the free plan a request has 10 ms of CPU in a Worker, and
 * 30 s in an object: enough for the first page of an isolate, and for the nightly job.
 */
export class Demo extends SpaceDataStore {
  readonly #spaceData = createSpaceData({
    features: everything,
    store: durableObjects({ idFromName: () => undefined, get: () => this }),
    fetch: sampleFetch(() => new Date()),
    sourceNote: '(sample)',
    anonymous: 100,
  })

  /** Serves a request of a client at this address. */
  serve(request: Request, ip: string): Promise<Response> {
    return this.#spaceData.handle(request, { ip, waitUntil: (work) => this.ctx.waitUntil(work) })
  }

  /** Does what is due. */
  async runJobs(): Promise<void> {
    const { jobs } = this.#spaceData
    const { run, nextRunAt } = await jobs.shells.status()
    if (!run || run.startedAt < nextRunAt - DAY_MS)
      await jobs.shells.run({ catalogue: catalogueAt(Date.now()) })
    await jobs.series.run()
    await jobs.alerts.run()
  }
}

/** All objects that the sample has elements of, without a request for each launch year. */
function catalogueAt(now: number) {
  const { elementSets } = readElementSets(formatOmmCsv(sampleObjects(now).map(({ elements }) => elements)))
  return { elementSets, source: 'Sample of the catalogue (sample)', fetchedAt: now }
}

const demo = () => env.DEMO.getByName('demo')

export default {
  fetch(request, _env, ctx) {
    // Only the Worker that the edge calls can tell whether the edge has set the address.
    return demo().serve(request, connectionInfo(request, ctx).ip)
  },
  scheduled: () => demo().runJobs(),
} satisfies ExportedHandler<Cloudflare.Env>
