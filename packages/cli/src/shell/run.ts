import type { WholeSpaceData } from '@space-data/core'
import type { Catalogue, ShellReport, SlicePool } from '@space-data/core/debris'
import { nodeWorkers } from '@space-data/core/node'
import { type ServiceFlags, withService } from '#instance/service'
import { instanceName, parseWorkers } from '#instance/workers'
import { CliError, UsageError } from '#kit/errors'
import { formatInteger, formatMinute, formatSeconds, printJson, printPairs } from '#kit/print'
import { startProgress } from '#kit/progress'
import { parseInstant } from '#kit/raw-value'
import { type Terminal, withoutNotices } from '#kit/terminal'
import { describeShellsElsewhere } from '#serve/shell-messages'
import { readCatalogue } from '#shell/catalogue-file'
import { countPairs, toIso } from '#shell/status'

interface RunFlags extends ServiceFlags {
  readonly catalogue?: string
  readonly at?: string
  readonly workers?: string
  readonly bins?: string
  readonly acceptSize?: true
  readonly quiet?: true
  readonly json?: true
}

/** Runs the nightly job now. A signal stops it between two slices; the next run resumes there. */
export async function runShells(flags: RunFlags, terminal: Terminal): Promise<void> {
  const at = flags.at === undefined ? undefined : parseInstant({ text: flags.at, from: '--at' })
  const workers = parseWorkers(flags.workers)
  const binDeg = parseBins(flags.bins)
  const notices = flags.quiet ? withoutNotices(terminal) : terminal
  // One worker is this thread: 12 % less CPU time at 10,500 objects. More start while the catalogue is read.
  const pool = workers > 1 ? nodeWorkers(workers) : undefined
  try {
    const catalogue = await readCatalogueOption(flags, notices)
    const stopping = new AbortController()
    terminal.onStop(() => stopping.abort())
    const work = async (spaceData: WholeSpaceData) => {
      const elsewhere = await describeShellsElsewhere(spaceData)
      if (elsewhere) notices.err(`Note: ${elsewhere}\n`)
      const { acceptSize = false } = flags
      const options = { catalogue, acceptSize, at, binDeg, pool, signal: stopping.signal }
      return propagate(spaceData, options, notices)
    }
    const report = await withService(flags, terminal, work, { use: 'writing' })
    if (flags.json) return printJson(reportToJson(report), terminal)
    if (!flags.quiet) await printPairs(reportToPairs(report, workers), terminal)
  } finally {
    await pool?.close()
  }
}

interface RunOptions {
  readonly catalogue: Catalogue | undefined
  readonly acceptSize: boolean
  readonly at: number | undefined
  readonly binDeg: 5 | 10
  readonly pool: SlicePool | undefined
  readonly signal: AbortSignal
}

async function propagate(
  spaceData: WholeSpaceData,
  options: RunOptions,
  terminal: Terminal,
): Promise<ShellReport> {
  const { catalogue, acceptSize, at, binDeg, pool, signal } = options
  const [years, objects] = await Promise.all([
    startProgress('launch years', terminal),
    startProgress('objects', terminal),
  ])
  if (!catalogue) terminal.err('Downloading the catalogue, one launch year per second\n')
  try {
    return await spaceData.jobs.shells.run({
      ...(catalogue && { catalogue }),
      acceptSize,
      ...(at !== undefined && { at }),
      binDeg,
      pull: { onProgress: ({ done, total }) => years.update(done, total) },
      ...(pool && { pool: () => pool }),
      onProgress: ({ objectsDone, objectsTotal }) => {
        years.end()
        objects.update(objectsDone, objectsTotal)
      },
      instanceName: instanceName(),
      signal,
    })
  } catch (error) {
    if (signal.aborted)
      throw new CliError('stopped', 'A run within a day resumes at the last checkpoint', error)
    throw error
  } finally {
    years.end()
    objects.end()
  }
}

function parseBins(text = '10'): 5 | 10 {
  if (text === '5') return 5
  if (text === '10') return 10
  throw new UsageError(`--bins takes 10 or 5, not "${text}"`)
}

/** Returns the catalogue of the file or of the sample; `undefined` to download it. */
async function readCatalogueOption(
  { catalogue: file, sample }: RunFlags,
  terminal: Terminal,
): Promise<Catalogue | undefined> {
  if (file !== undefined) {
    const catalogue = await readCatalogue(file, Date.now())
    const { refused, refusedBecause } = catalogue
    const records = refused === 1 ? 'record' : 'records'
    if (refused > 0)
      terminal.err(`${file}: skipped ${formatInteger(refused)} ${records}: ${refusedBecause}\n`)
    return catalogue
  }
  if (!sample) return undefined
  const { sampleCatalogue } = await import('@space-data/sample')
  return sampleCatalogue(Date.now())
}

function reportToJson({ t0, ...report }: ShellReport) {
  return { ...report, catalogueEpoch: toIso(t0) }
}

function reportToPairs({ runId, stats, durationMs, resumed, t0 }: ShellReport, workers: number) {
  return {
    published: `run ${runId}`,
    '24 hours from': formatMinute(toIso(t0), '-'),
    objects: formatInteger(stats.catalogue),
    ...countPairs(stats),
    took: `${formatSeconds(durationMs / 1_000)} with ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
    ...(resumed && { resumed: 'from the checkpoint of the previous run' }),
  }
}
