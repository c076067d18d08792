// From what was simulated to what a step carries, what breaks first and what a million requests cost.
import { BUSY_ON_AVERAGE, CONNECTION_US, HALF, KINDS, PRICES, STREAMS, TLS_US } from './inputs.mjs'
import { simulate } from './simulate.mjs'

const GB = 1e9
const CORE_HOUR_US = 3_600 * 1e6
/** Memory that an object is paid for while it is in use. */
const OBJECT_GB = 0.128

/** Simulates a step: `loads` is how much of each part is used in its busiest second, `carries` clients. */
export function reckon(step, { clients = step.clients, seconds = 180, seed = 1 } = {}) {
  const run = simulate(KINDS, { ...step, clients, seconds, seed })
  const streams = STREAMS.share * clients
  const loads = step.workers ? loadsOfWorkers(step, run) : loadsOfServers(step, run, streams)
  const [first, load] = Object.entries(loads).reduce((a, b) => (b[1] > a[1] ? b : a))
  const total = sum(run.requests)
  return {
    ...run,
    clients,
    loads,
    first,
    carries: clients / load,
    requestsPerSecond: total / seconds,
    arrivedPerSecond: sum(run.arrived) / seconds,
    busiestSecond: peak(run.perSecond, ({ arrived }) => arrived),
    ...perMillion(costOf(step, run, { streams, seconds }), total),
  }
}

/** 1 is as much as a part should do: half of a core, a store or a link, all streams of a process. */
function loadsOfServers(step, { perSecond }, streams) {
  const { cores, processes, regions = 1, central, store, linkMbit, slowness = 1 } = step
  const held = (streams * STREAMS.us) / regions
  const us = peak(perSecond, (second) => Math.max(...second.us) + overheadUs(step, second.arrived / regions))
  const bytes = peak(perSecond, (second) => second.bytes) + streams * STREAMS.bytes
  return {
    servers: ((us + held) * slowness) / 1e6 / (cores / regions) / HALF,
    ...(central && { central: peak(perSecond, ({ centralUs }) => centralUs) / 1e6 / central.cores / HALF }),
    ...(store && {
      [store.name]: (peak(perSecond, ({ calls }) => calls) * store.us) / 1e6 / store.cores / HALF,
    }),
    streams: streams / (processes * STREAMS.ofAProcess),
    link: (bytes * 8) / 1e6 / linkMbit / HALF,
  }
}

function peak(perSecond, of) {
  return perSecond.reduce((most, second) => Math.max(most, of(second)), 0)
}

/** An account's count is in one object; calls spread over the objects otherwise. */
function loadsOfWorkers({ workers }, { perSecond, busiestAccount }) {
  return {
    objects: peak(perSecond, ({ calls }) => calls) / workers.objects / workers.callsOfAnObject / HALF,
    'one account': busiestAccount / workers.callsOfAnObject,
  }
}

/** CPU of connections: a new one, with TLS, for each request of a client, kept ones behind a CDN. */
function overheadUs({ locations }, arrived) {
  return locations ? 0 : arrived * (CONNECTION_US + TLS_US)
}

function perMillion({ cpu, rest }, requests) {
  const millions = requests / 1e6
  return { dollarsPerMillion: (cpu + rest) / millions, cpuDollarsPerMillion: cpu / millions }
}

/** Dollars of the simulated time: of the cores in use, and of everything else. */
function costOf(step, { perSecond, arrived }, { streams, seconds }) {
  const total = (member) => sum(perSecond.map(member))
  if (step.workers) {
    const { objects, cpuMs } = step.workers
    const rest =
      sum(arrived) * (PRICES.workerMillion + cpuMs * PRICES.workerMillionCpuMs) +
      total((second) => second.calls) * PRICES.objectMillion +
      objects * OBJECT_GB * seconds * PRICES.objectMillionGbS
    return { cpu: 0, rest: rest / 1e6 }
  }
  const served =
    total((second) => sum(second.us) + second.centralUs) +
    overheadUs(step, sum(arrived)) +
    streams * STREAMS.us * seconds
  const us = served * (step.slowness ?? 1) + total((second) => second.calls) * (step.store?.us ?? 0)
  const bytes = total((second) => second.bytes + second.edgeBytes) + streams * STREAMS.bytes * seconds
  return {
    cpu: (us / CORE_HOUR_US / BUSY_ON_AVERAGE) * (step.coreHour ?? PRICES.coreHour),
    rest: (bytes / GB) * (step.locations ? PRICES.cdnGb : PRICES.egressGb),
  }
}

function sum(values) {
  return values.reduce((a, b) => a + b, 0)
}
