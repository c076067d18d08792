import type { GenericSchema } from 'valibot'
import type { Context } from '#context'
import { type DataEndpoint, dataEndpoint } from '#declare/data-endpoint'
import type { Call, Endpoint, Parameters, Reply } from '#declare/endpoint'
import type { Source } from '#declare/source'
import { runningWords } from '#figures/running'
import { Problem } from '#problem'
import { remembering } from '#remembering'
import { andThen, type Soon } from '#soon'
import type { ShellJobProgress } from '#store/shell-job'
import { isServed, type ShellRun, type Shells, shellsOf } from '#store/shells'
import { iso, seconds, wholeSecondsUntil } from '#time'

/**
 * An endpoint of what the nightly job published; its pages are cached by run, so that a new run is seen at once. `missing` says
 * what there is not before the first.
 */
export function shellEndpoint<Data extends GenericSchema, Path extends Parameters = Record<never, never>>(
  missing: string,
  declaration: DataEndpoint<Path, Data>,
): Endpoint {
  const endpoint = dataEndpoint(declaration)
  const withRun = (id: string) => ({
    id,
    paramsOf: remembering((params: Call['params']) => ({ ...params, run: id })),
  })
  let last = withRun('')
  const ofRun = (call: Call, run: ShellRun | undefined): Soon<Reply> => {
    if (!run) return notComputed(missing, call.context)
    const { params, ask, context, now } = call
    if (last.id !== run.id) last = withRun(run.id)
    const page = endpoint.answer({ params: last.paramsOf(params), ask, context, now })
    return andThen(page, (reply) => asServed(reply, call.context.now()))
  }
  return {
    ...endpoint,
    answer: (call) => andThen(shells(call.context).current(call.now), (run) => ofRun(call, run)),
  }
}

/** What a run published; 404 if it did not, which `missing` says, and 503 once it is too old to be served. */
export function published<Params, Data>(
  missing: string,
  read: (shells: Shells, run: ShellRun, params: Params) => Promise<Data | undefined>,
): Source<Params, Data> {
  const find = async (params: Params, context: Context) => {
    const run = await shells(context).current(context.now())
    const data = run && (await read(shells(context), run, params))
    return run && data && { run, data }
  }
  return {
    upstreams: [],
    stored: false,
    unknownMs: 0,
    async load(params, context) {
      let found = await find(params, context)
      if (!found) {
        // The run that was remembered may have been deleted since.
        shells(context).forget()
        found = await find(params, context)
      }
      if (!found) return notComputed(missing, context)
      const { run, data } = found
      if (!isServed(run, context.now(), context.settings.staleIfErrorMs)) throw tooOld()
      return { data, source: run.source, fetchedAt: run.fetched_at }
    },
  }
}

const UNKNOWN_MS = seconds(20)
/** About what it takes to count a whole catalogue. */
const COUNTING_MS = seconds(10)

/** A page past its validity is marked like any other that is: `no-store` and a negative `ttl`. */
function asServed(reply: Reply, now: number): Reply {
  return 'snapshot' in reply && now >= reply.snapshot.validUntil ? { ...reply, outcome: 'stale' } : reply
}

function shells({ store, settings }: Context): Shells {
  return shellsOf(store, settings.world)
}

function tooOld(): Problem {
  return new Problem('upstream_unavailable', { retryAfterSeconds: 30 + Math.floor(Math.random() * 31) })
}

/** Throws the 404 that ends with the run under way, or else with the job's next run. */
async function notComputed(missing: string, { shellJob, now }: Context): Promise<never> {
  const { running, next_run_at } = await shellJob.facts()
  const retryAfterSeconds = running ? secondsLeft(running) : wholeSecondsUntil(next_run_at, now())
  const cure = running
    ? `A run is under way (${runningWords(running)}): retry in ${retryAfterSeconds} s.`
    : `The next run begins at ${iso(next_run_at).slice(0, 19)}Z: retry then.`
  throw new Problem('shell_not_populated', { message: `${missing} ${cure}`, retryAfterSeconds })
}

/** An estimate from the pace of the step under way, from 3 to 60 seconds; a catalogue is counted once it is there. */
function secondsLeft({ step, left_ms }: ShellJobProgress): number {
  const leftMs = left_ms === null ? UNKNOWN_MS : left_ms + (step === 'catalogue' ? COUNTING_MS : 0)
  return Math.min(60, Math.max(3, Math.ceil(leftMs / 1_000)))
}
