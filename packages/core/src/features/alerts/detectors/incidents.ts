import type { AlertFacts } from '#features/alerts/alert'
import { factsOf } from '#features/alerts/alert-type'
import type { Detector } from '#features/alerts/detector'
import { jobFailed, storeFailed, storeRecovered } from '#features/alerts/types/service'
import type { Incident } from '#kernel/kit/incidents'
import { iso, minutes } from '#kernel/kit/time'

/** Time after the recovery of a store during which another failure is not reported, in milliseconds. */
const QUIET_MS = minutes(10)
/** Maximum number of processes whose last incident is stored. */
const MAX_PROCESSES = 50

/** The incidents of one process. */
interface ProcessIncidents {
  readonly processId: string
  readonly incidents: readonly Incident[]
}

interface State {
  /** The number of the last stored incident of each process, the latest process last. */
  readonly processes: readonly (readonly [processId: string, number: number])[]
  /** Jobs that have failed since their last success. */
  readonly failing: readonly string[]
  /** By kind of access: the times at which the store failed and recovered, in epoch milliseconds. */
  readonly store: Readonly<Record<string, { readonly failedAt: number; readonly backAt: number | null }>>
}

/** Reports failed jobs to the operator, and failures of the store after it has recovered. */
export const serviceIncidents: Detector<State, ProcessIncidents> = {
  id: 'incidents',
  initial: { processes: [], failing: [], store: {} },
  detect(before, { processId, incidents }) {
    const known = before.processes.find(([id]) => id === processId)?.[1] ?? 0
    const fresh = incidents.filter(({ number }) => number > known)
    const last = fresh.at(-1)
    if (!last) return { state: before, alerts: [] }
    const others = before.processes.filter(([id]) => id !== processId)
    const processes = [...others, [processId, last.number] as const].slice(-MAX_PROCESSES)
    const alerts: AlertFacts[] = []
    let state: State = { ...before, processes }
    for (const incident of fresh) {
      const next = incident.kind === 'job' ? afterJob(state, incident) : afterStore(state, incident)
      state = next.state
      alerts.push(...next.alerts)
    }
    return { state, alerts }
  },
}

type JobIncident = Extract<Incident, { kind: 'job' }>
type StoreIncident = Extract<Incident, { kind: 'store' }>

function afterJob(state: State, { job, ok, ms, at }: JobIncident) {
  const others = state.failing.filter((each) => each !== job)
  if (ok) return { state: { ...state, failing: others }, alerts: [] }
  if (others.length < state.failing.length) return { state, alerts: [] }
  const data = { job, duration_seconds: ms / 1_000, observed_at: iso(at), url: '/status' }
  return {
    state: { ...state, failing: [...others, job] },
    alerts: [factsOf(jobFailed, { subject: job, at, data })],
  }
}

function afterStore(state: State, { access, ok, at }: StoreIncident) {
  const was = state.store[access]
  const isFailing = was !== undefined && was.backAt === null
  if (!ok) {
    const isQuiet = was?.backAt !== undefined && was.backAt !== null && at < was.backAt + QUIET_MS
    if (isFailing || isQuiet) return { state, alerts: [] }
    const data = { access, failed_at: iso(at), observed_at: iso(at) }
    return {
      state: { ...state, store: { ...state.store, [access]: { failedAt: at, backAt: null } } },
      alerts: [factsOf(storeFailed, { subject: access, at, data })],
    }
  }
  if (!isFailing) return { state, alerts: [] }
  const { failedAt } = was
  const data = {
    access,
    failed_at: iso(failedAt),
    duration_seconds: Math.max(0, at - failedAt) / 1_000,
    observed_at: iso(at),
  }
  return {
    state: { ...state, store: { ...state.store, [access]: { failedAt, backAt: at } } },
    alerts: [factsOf(storeRecovered, { subject: access, at, data })],
  }
}
