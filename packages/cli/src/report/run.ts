import { twoDigits } from '@space-data/charts/text'
import { InvalidOptionError, JobRejectedError, type WholeSpaceData } from '@space-data/core'
import type { MonthlyReport, ReportOptions } from '@space-data/core/debris'
import { readAsOperator, requestAsOperator } from '#instance/operator-request'
import { type ServiceFlags, withService } from '#instance/service'
import { instanceName } from '#instance/workers'
import { CliError, UsageError } from '#kit/errors'
import { writeNewFile } from '#kit/files'
import { formatCount, formatInteger, printJson, printPairs, printTable } from '#kit/print'
import type { Terminal } from '#kit/terminal'
import { formatMoment } from '#kit/times'

interface ReportFlags extends ServiceFlags {
  readonly pdf?: string
  readonly html?: string
  readonly csv?: string
  readonly preview?: true
  readonly json?: true
}

/** Shows the report of a month, or writes it to files; generates it if missing. */
export async function report(
  month: string | undefined,
  flags: ReportFlags,
  terminal: Terminal,
): Promise<void> {
  if (flags.preview && (flags.html ?? flags.csv) !== undefined)
    throw new UsageError('--preview needs --pdf or --json')
  const use = flags.preview ? 'reading' : 'writing'
  await withService(
    flags,
    terminal,
    async (spaceData) => {
      const found = flags.preview
        ? await make({ month: month ?? monthsAgo(0), preview: true }, spaceData)
        : await readOrMake(month ?? monthsAgo(1), spaceData)
      await writeFiles(found, flags, spaceData, terminal)
      if (flags.json) return printJson(found, terminal)
      if (!flags.pdf && !flags.html && !flags.csv) await printSummary(found, terminal)
    },
    { use },
  )
}

function monthsAgo(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7)
}

async function readOrMake(month: string, spaceData: WholeSpaceData): Promise<MonthlyReport> {
  const path = `/v1/reports/${encodeURIComponent(month)}`
  const kept = await readAsOperator<MonthlyReport>(path, spaceData).catch(() => undefined)
  return kept?.data ?? make({ month, instanceName: instanceName() }, spaceData)
}

async function make(options: ReportOptions, spaceData: WholeSpaceData): Promise<MonthlyReport> {
  return (await spaceData.jobs.reports.run(options).catch(explain)).report
}

function explain(error: unknown): never {
  if (error instanceof InvalidOptionError && error.message.startsWith('month: ')) {
    const reason = error.message.slice('month: '.length)
    throw new UsageError(
      `invalid month: ${reason}`,
      'See space-data report --help; --preview shows this month',
    )
  }
  if (error instanceof JobRejectedError)
    throw new CliError(error.message, 'Summaries start with the first run: space-data shell run', error)
  throw error
}

const FORMATS = ['pdf', 'html', 'csv'] as const

async function writeFiles(
  report: MonthlyReport,
  flags: ReportFlags,
  spaceData: WholeSpaceData,
  terminal: Terminal,
): Promise<void> {
  for (const format of FORMATS) {
    const file = flags[format]
    if (file === undefined) continue
    const bytes = flags.preview ? await renderPdf(report) : await readAs(format, report, spaceData)
    await writeNewFile(file, bytes)
    terminal.err(`Wrote ${file}\n`)
  }
}

async function renderPdf(report: MonthlyReport): Promise<Uint8Array> {
  return (await import('@space-data/core/report')).renderReportPdf(report)
}

async function readAs(
  format: (typeof FORMATS)[number],
  { month, revision }: MonthlyReport,
  spaceData: WholeSpaceData,
): Promise<Uint8Array> {
  const path = `/v1/reports/${month}?format=${format}&revision=${revision}`
  const response = await requestAsOperator(path, spaceData, { accept: '*/*' })
  return new Uint8Array(await response.arrayBuffer())
}

async function printSummary(report: MonthlyReport, terminal: Terminal): Promise<void> {
  const { box_score, density } = report
  const isCompared = report.start_day !== report.last_day
  const signed = (change: number, text: string) => (isCompared ? [`${change > 0 ? '+' : ''}${text}`] : [])
  const change = isCompared ? ['CHANGE'] : []
  await printPairs(
    { ...daysOf(report), ...(isCompared && changesOf(report)), ...collisionsOf(report) },
    terminal,
  )
  await terminal.out('\n')
  await printTable(
    ['OBJECTS', 'NOW', ...change],
    Object.entries({ ...box_score.by_type, total: box_score.total }).map(([type, { end, change }]) => [
      type.replaceAll('_', ' '),
      formatInteger(end),
      ...signed(change, formatInteger(change)),
    ]),
    terminal,
  )
  await terminal.out('\n')
  await printTable(
    ['DENSEST KM', 'OBJECTS', ...change],
    density.densest.flatMap((km) => {
      const shell = density.shells.find(({ altitude_min_km }) => altitude_min_km === km)
      if (!shell) return []
      const change = shell.objects_end - shell.objects_start
      return [
        [
          `${km}–${shell.altitude_max_km}`,
          shell.objects_end.toFixed(1),
          ...signed(change, change.toFixed(1)),
        ],
      ]
    }),
    terminal,
  )
}

function daysOf(report: MonthlyReport): Record<string, string> {
  const { month, revision, generated_at, days_with_data, missing_days, start_day, last_day } = report
  const spans = report.not_attributed.map(({ from, to, added_count, removed_count }) => {
    const span = from === null ? `before ${to}` : `${from} to ${to}`
    return `${span}: ${formatInteger(added_count)} added, ${formatInteger(removed_count)} removed`
  })
  return {
    report: `${month}, revision ${revision}`,
    made: formatMoment(generated_at, '-'),
    days: `${formatCount(days_with_data, 'day')} with a run, ${formatInteger(missing_days.length)} missing`,
    'compared with': start_day === last_day ? 'nothing: there is no earlier day' : start_day,
    ...(spans.length > 0 && { 'not attributed': spans.join('; ') }),
    launches: formatInteger(report.launches.length),
  }
}

function changesOf({
  decays_count,
  gone_count,
  newly_numbered,
  returned_count,
}: MonthlyReport): Record<string, string> {
  const clusters = newly_numbered.clusters.map(({ launch, parent_name, added_count }) => {
    return `${parent_name ?? launch} ${formatInteger(added_count)}`
  })
  return {
    decayed: formatInteger(decays_count),
    gone: formatInteger(gone_count),
    'newly numbered': formatInteger(newly_numbered.count),
    returned: formatInteger(returned_count),
    clusters: clusters.join(', ') || 'none',
  }
}

function collisionsOf({ collisions, coverage }: MonthlyReport): Record<string, string> {
  const { rates, by_bin, without_own_pairs } = collisions
  const figures = by_bin.flatMap(({ no_manoeuvre_collision_days: days }) => (days === null ? [] : [days]))
  const [least, most] = [Math.min(...figures), Math.max(...figures)]
  const days = rates.no_manoeuvre_collision_days
  return {
    'approaches < 1 km': `${formatInteger(rates.approaches_under_1_km_per_day)} a day`,
    'collision days':
      days === null
        ? 'none: no objects'
        : `${twoDigits(days)} without manoeuvres (${twoDigits(least)} to ${twoDigits(most)} ` +
          'depending on the thickness of the shells)',
    'without own pairs': daysWithout(without_own_pairs.no_manoeuvre_collision_days),
    'above the shells': `${coverage.above_percent} % of the catalogue, over ${formatInteger(coverage.altitude_max_km)} km`,
  }
}

/** Pairs of satellites of one constellation keep their relative positions, so they do not meet at random. */
function daysWithout(days: number | null): string {
  return days === null ? 'unknown' : `${twoDigits(days)}, without pairs of satellites of one constellation`
}
