import type { DebrisContext } from '#debris/context'
import { density } from '#debris/endpoints/density'
import { diff } from '#debris/endpoints/diff'
import { history } from '#debris/endpoints/history'
import { shellObjects } from '#debris/endpoints/objects'
import { profile } from '#debris/endpoints/profile'
import { referenceShells } from '#debris/endpoints/ref-shells'
import { type NightlyOptions, nightlyShells } from '#debris/night/nightly-shells'
import { readShellHealth } from '#debris/night/shell-health'
import { createDebrisServices } from '#debris/services'
import { debrisSettings } from '#debris/settings'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { createShellJobs, type ShellJobs } from '#features/debris/shell-jobs'
import { type ObjectsPayloads, objects } from '#features/objects/feature'
import { objectWith } from '#kit/option-rules'
import { runSchedule } from '#kit/schedule'

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
  later: [() => import('#debris/object-list/parquet'), () => import('#debris/long-jobs')],
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
