// The steps of docs/scaling.md. CPU µs of stores are those of docs/scaling.md, "Measured".
import { PRICES } from './inputs.mjs'

const GIGABIT = 1_000

/**
 * `clients` are simulated. `locations` is how many places of a CDN are in front of an open mirror, 0 for
 * clients with keys. `slowness` is the CPU time of a request for that of a measured core. `us` of a store is
 * what one call takes of its cores; its machines, with replicas, have `machine`. `regions` have a mirror
 * each, with a part of the cores, and one `central` instance.
 */
export const STEPS = [
  {
    name: 'Raspberry Pi 4, SQLite',
    clients: 500,
    processes: 1,
    cores: 3,
    slowness: 4,
    store: { name: 'SQLite', us: 7.1, cores: 1 },
    linkMbit: 20,
    coreHour: PRICES.piCoreHour,
  },
  {
    name: 'One VM of 4 cores, SQLite',
    clients: 20_000,
    processes: 3,
    cores: 4,
    store: { name: 'SQLite', us: 7.1, cores: 1 },
    linkMbit: GIGABIT,
  },
  {
    name: 'The same, an open mirror behind a CDN',
    clients: 100_000,
    locations: 100,
    processes: 3,
    cores: 3,
    central: { cores: 1 },
    linkMbit: GIGABIT,
  },
  {
    name: 'Two machines of 8 cores, one Redis',
    clients: 100_000,
    processes: 14,
    cores: 16,
    store: { name: 'Redis', us: 11, cores: 1, machine: 2 },
    linkMbit: 2 * GIGABIT,
  },
  {
    name: 'The same, Postgres of 4 cores',
    clients: 100_000,
    processes: 14,
    cores: 16,
    store: { name: 'Postgres', us: 13, cores: 4, machine: 4 },
    linkMbit: 2 * GIGABIT,
  },
  {
    name: 'Eight machines of 8 cores, Redis Cluster of 4',
    clients: 1_000_000,
    processes: 56,
    cores: 64,
    store: { name: 'Redis Cluster', us: 23, cores: 4, machine: 16 },
    linkMbit: 8 * GIGABIT,
  },
  {
    name: 'Open mirrors of 4 cores in 4 regions, CDN',
    clients: 1_000_000,
    locations: 300,
    regions: 4,
    processes: 12,
    cores: 16,
    central: { cores: 4 },
    linkMbit: 4 * GIGABIT,
  },
  {
    name: 'Workers, 16 Durable Objects',
    clients: 20_000,
    processes: 0,
    workers: { objects: 16, callsOfAnObject: 1_000, cpuMs: 1.3 },
  },
]
