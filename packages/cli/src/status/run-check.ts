import type { CheckReport, SpaceData } from '@space-data/core'
import { Failure } from '#failure'
import { progressOf } from '#progress'
import type { Picture } from '#status/status-table'
import type { Terminal } from '#terminal'
import { whoWeAre } from '#workers'

/** Verifies every upstream now; a signal stops it between two of them, and nothing is reported then. */
export async function runCheck({ jobs }: SpaceData, terminal: Terminal): Promise<CheckReport> {
  const stopping = new AbortController()
  terminal.onStop(() => stopping.abort())
  const progress = await progressOf('upstreams', terminal)
  terminal.err('Asking every upstream\n')
  try {
    return await jobs.checkUpstreams({
      who: whoWeAre(),
      signal: stopping.signal,
      onProgress: ({ done, total }) => progress.update(done, total),
    })
  } catch (error) {
    if (stopping.signal.aborted) throw new Failure('stopped: nothing is kept of this check', undefined, error)
    throw error
  } finally {
    progress.end()
  }
}

/** What the check found in the places of what was known before. */
export function picturedCheck(picture: Picture, report: CheckReport): Picture {
  const found = new Map(report.upstreams.map((upstream) => [upstream.id, upstream]))
  const { data } = picture.envelope
  const upstreams = data.upstreams.map((row) => {
    const { status, error } = found.get(row.id) ?? row
    return { ...row, status, error }
  })
  return { ...picture, report, envelope: { ...picture.envelope, data: { ...data, upstreams } } }
}

/** The report with every instant in ISO 8601 UTC. */
export function reportAsJson({ began_at, ended_at, upstreams }: CheckReport) {
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return {
    began_at: iso(began_at),
    ended_at: iso(ended_at),
    upstreams: upstreams.map((upstream) => ({
      ...upstream,
      asked_at: iso(upstream.asked_at),
      data_as_of: iso(upstream.data_as_of),
    })),
  }
}
