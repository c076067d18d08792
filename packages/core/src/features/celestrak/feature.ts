import type { CelestrakContext } from '#features/celestrak/context'
import { elementsFile } from '#features/celestrak/endpoints/elements'
import { gp } from '#features/celestrak/endpoints/gp'
import { satcatFile } from '#features/celestrak/endpoints/satcat'
import { satcatRecords } from '#features/celestrak/endpoints/satcat-records'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import { type ObjectsPayloads, objects } from '#features/objects/feature'
import { compatOptions } from '#features/shared/compat/settings'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

const endpoints = [gp, elementsFile, satcatFile, satcatRecords] as const

/** CelesTrak's paths, in its formats. */
export const celestrak: Feature<CelestrakContext, CelestrakPayloads, DebrisApi> = {
  name: 'celestrak',
  needs: [objects, debris],
  options: compatOptions,
  endpoints,
  later: [() => import('#features/celestrak/late')],
}

/** Payloads by path, including the features that it needs. */
export interface CelestrakPayloads extends PayloadsOf<typeof endpoints>, ObjectsPayloads, DebrisPayloads {}
