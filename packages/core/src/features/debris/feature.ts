import type { DebrisContext } from '#features/debris/context'
import { density } from '#features/debris/endpoints/density'
import { diff } from '#features/debris/endpoints/diff'
import { history } from '#features/debris/endpoints/history'
import { shellObjects } from '#features/debris/endpoints/objects'
import { profile } from '#features/debris/endpoints/profile'
import { referenceShells } from '#features/debris/endpoints/ref-shells'
import { type NightlyOptions, nightlyShells } from '#features/debris/night/nightly-shells'
import { readShellHealth } from '#features/debris/night/shell-health'
import { createDebrisServices } from '#features/debris/services'
import { debrisSettings } from '#features/debris/settings'
import { createShellJobs, type ShellJobs } from '#features/debris/shell-jobs'
import { type ObjectsPayloads, objects } from '#features/objects/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { objectWith } from '#kernel/kit/option-rules'
import { runSchedule } from '#kernel/kit/schedule'

const endpoints = (settings: DebrisContext['settings']) =>
  [
    density(settings.grid),
    profile,
    diff,
    history(settings.grid),
    shellObjects,
    referenceShells(settings.grid),
  ] as const

/** The density of objects in every shell of altitude, computed each night. */
export const debris: Feature<DebrisContext, DebrisPayloads, DebrisApi> = {
  name: 'debris',
  needs: [objects],
  options: { altitudes: objectWith('an object { minKm, maxKm }', 'minKm', 'maxKm') },
  settings: debrisSettings,
  services: (context) => ({ debris: createDebrisServices(context) }),
  endpoints,
  api: (context): DebrisApi => ({ jobs: { shells: createShellJobs(context) } }),
  version: ({ debris }) => debris.shells.seenId,
  health: readShellHealth,
  start: (context, options: NightlyOptions) => runSchedule(nightlyShells(context, options), context),
  records: async () => (await import('#features/debris/records')).debrisRecords,
  later: [() => import('#features/debris/object-list/parquet'), () => import('#features/debris/long-jobs')],
}

/** Payloads by path, including the features that it needs. */
export interface DebrisPayloads extends PayloadsOf<ReturnType<typeof endpoints>>, ObjectsPayloads {}

/** Members that it adds to an instance. */
export interface DebrisApi {
  readonly jobs: {
    /** The nightly computation of the altitude shells. */
    readonly shells: ShellJobs
  }
}
