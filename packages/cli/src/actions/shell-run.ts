import type { Catalogue, ShellReport, SpaceData } from '@space-data/core'
import { nodeWorkers } from '@space-data/core/node'
import { countsOf, iso } from '#actions/shell-status'
import { readCatalogue } from '#catalogue-file'
import { Failure, UsageError } from '#failure'
import { instantMs } from '#given'
import { type WorldFlags, withOpen } from '#open'
import { durationOf, minuteOf, printJson, printPairs, wholeOf } from '#print'
import { progressOf } from '#progress'
import { shellsElsewhere } from '#serve/shells'
import type { Terminal } from '#terminal'
import { whoWeAre, workersOf } from '#workers'

interface RunFlags extends WorldFlags {
  readonly catalogue?: string
  readonly at?: string
  readonly workers?: string
  readonly bins?: string
  readonly acceptSize?: true
  readonly json?: true
}

/** Runs the nightly job now; a signal stops it between two slices, and the next run goes on from there. */
export async function runShells(flags: RunFlags, terminal: Terminal): Promise<void> {
  const at = flags.at === undefined ? undefined : instantMs({ text: flags.at, from: '--at' })
  const workers = workersOf(flags.workers)
  const binDeg = binsOf(flags.bins)
  const catalogue = await catalogueOf(flags, terminal)
  const stopping = new AbortController()
  terminal.onStop(() => stopping.abort())
  const work = async (spaceData: SpaceData) => {
    const elsewhere = await shellsElsewhere(spaceData)
    if (elsewhere) terminal.err(`Note: ${elsewhere}\n`)
    const { acceptSize = false } = flags
    const order = { catalogue, acceptSize, at, binDeg, workers, signal: stopping.signal }
    return propagate(spaceData, order, terminal)
  }
  const report = await withOpen(flags, terminal, work, { use: 'writing' })
  return flags.json ? printJson(jsonOf(report), terminal) : printPairs(pairsOf(report, workers), terminal)
}

interface Order {
  readonly catalogue: Catalogue | undefined
  readonly acceptSize: boolean
  readonly at: number | undefined
  readonly binDeg: 5 | 10
  readonly workers: number
  readonly signal: AbortSignal
}

async function propagate(spaceData: SpaceData, order: Order, terminal: Terminal): Promise<ShellReport> {
  const { catalogue, acceptSize, at, binDeg, workers, signal } = order
  const [years, objects] = await Promise.all([
    progressOf('launch years', terminal),
    progressOf('objects', terminal),
  ])
  if (!catalogue) terminal.err('Asking the provider for the catalogue, one launch year a second\n')
  try {
    return await spaceData.jobs.propagateShells({
      ...(catalogue && { catalogue }),
      acceptSize,
      ...(at !== undefined && { at }),
      binDeg,
      pull: { onProgress: ({ done, total }) => years.update(done, total) },
      pool: () => {
        years.end()
        return nodeWorkers(workers)
      },
      onProgress: ({ objects_done, objects_total }) => objects.update(objects_done, objects_total),
      who: whoWeAre(),
      signal,
    })
  } catch (error) {
    if (signal.aborted)
      throw new Failure('stopped', 'The next run within a day goes on from its last checkpoint', error)
    throw error
  } finally {
    years.end()
    objects.end()
  }
}

function binsOf(text = '10'): 5 | 10 {
  if (text === '5') return 5
  if (text === '10') return 10
  throw new UsageError(`--bins takes 10 or 5, not "${text}"`)
}

/** The file's, or the sample's; `undefined` leaves it to the job to ask the provider. */
async function catalogueOf(
  { catalogue: file, sample }: RunFlags,
  terminal: Terminal,
): Promise<Catalogue | undefined> {
  if (file !== undefined) {
    const catalogue = await readCatalogue(file, Date.now())
    const { refused } = catalogue
    if (refused > 0) terminal.err(`${file}: left out ${wholeOf(refused)} records that cannot be used\n`)
    return catalogue
  }
  if (!sample) return undefined
  const { sampleCatalogue } = await import('#synthetic/sample')
  return sampleCatalogue(Date.now())
}

function jsonOf({ t0, ...report }: ShellReport) {
  return { ...report, catalogue_epoch: iso(t0) }
}

function pairsOf({ run_id, stats, duration_ms, resumed, t0 }: ShellReport, workers: number) {
  return {
    published: `run ${run_id}`,
    '24 hours from': minuteOf(iso(t0), '-'),
    objects: wholeOf(stats.catalogue),
    ...countsOf(stats),
    took: `${durationOf(duration_ms / 1_000)} with ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...(resumed && { resumed: 'went on from where the run before was stopped' }),
  }
}
