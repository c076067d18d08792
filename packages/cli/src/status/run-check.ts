import type { WholeSpaceData } from '@space-data/core'
import type { CheckReport } from '@space-data/core/upstreams'
import { instanceName } from '#instance/workers'
import { CliError } from '#kit/errors'
import { startProgress } from '#kit/progress'
import type { Terminal } from '#kit/terminal'
import type { StatusView } from '#status/status-table'

/** Verifies every upstream now. A signal stops it between two upstreams; nothing is stored then. */
export async function runCheck({ jobs }: WholeSpaceData, terminal: Terminal): Promise<CheckReport> {
  const stopping = new AbortController()
  terminal.onStop(() => stopping.abort())
  const progress = await startProgress('upstreams', terminal)
  terminal.err('Querying every upstream\n')
  try {
    return await jobs.checks.run({
      instanceName: instanceName(),
      signal: stopping.signal,
      onProgress: ({ done, total }) => progress.update(done, total),
    })
  } catch (error) {
    if (stopping.signal.aborted) throw new CliError('stopped; the check was not stored', undefined, error)
    throw error
  } finally {
    progress.end()
  }
}

/** Returns the view with the results of the check in place of the stored states. */
export function withCheckResults(view: StatusView, report: CheckReport): StatusView {
  const found = new Map(report.upstreams.map((upstream) => [upstream.id, upstream]))
  const { data } = view.envelope
  const upstreams = data.upstreams.map((row) => {
    const { status, error } = found.get(row.id) ?? row
    return { ...row, status, error }
  })
  return { ...view, report, envelope: { ...view.envelope, data: { ...data, upstreams } } }
}

/** Converts the report for JSON, with instants in ISO 8601 UTC. */
export function checkReportToJson({ startedAt, finishedAt, upstreams }: CheckReport) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    startedAt: iso(startedAt),
    finishedAt: iso(finishedAt),
    upstreams: upstreams.map((upstream) => ({
      ...upstream,
      requestedAt: iso(upstream.requestedAt),
      dataAsOf: iso(upstream.dataAsOf),
    })),
  }
}
