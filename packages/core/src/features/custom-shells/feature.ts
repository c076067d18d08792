import type { CustomShellContext } from '#debris/custom-shells/context'
import { customShellEndpoints } from '#debris/custom-shells/endpoints/index'
import { createCustomShellServices } from '#debris/custom-shells/services'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'

const endpoints = [...customShellEndpoints] as const

/** Shells that accounts define. */
export const customShells: Feature<CustomShellContext, CustomShellsPayloads, DebrisApi> = {
  name: 'custom-shells',
  needs: [debris],
  services: (context) => ({ customShells: createCustomShellServices(context) }),
  endpoints,
  records: async () => (await import('#features/custom-shells/records')).customShellRecords,
}

/** Payloads by path, including the features that it needs. */
export interface CustomShellsPayloads extends PayloadsOf<typeof endpoints>, DebrisPayloads {}
