import type { CelestrakContext } from '#compat/celestrak/context'
import { elementsFile } from '#compat/celestrak/endpoints/elements'
import { gp } from '#compat/celestrak/endpoints/gp'
import { satcatFile } from '#compat/celestrak/endpoints/satcat'
import { satcatRecords } from '#compat/celestrak/endpoints/satcat-records'
import { compatOptions } from '#compat/settings'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import { type ObjectsPayloads, objects } from '#features/objects/feature'

const endpoints = [gp, elementsFile, satcatFile, satcatRecords] as const

/** CelesTrak's paths, in its formats. */
export const celestrak: Feature<CelestrakContext, CelestrakPayloads, DebrisApi> = {
  name: 'celestrak',
  needs: [objects, debris],
  options: compatOptions,
  endpoints,
  later: [() => import('#compat/celestrak/late')],
}

/** Payloads by path, including the features that it needs. */
export interface CelestrakPayloads extends PayloadsOf<typeof endpoints>, ObjectsPayloads, DebrisPayloads {}
