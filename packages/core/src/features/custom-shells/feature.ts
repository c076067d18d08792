import type { CustomShellContext } from '#features/custom-shells/context'
import { customShellEndpoints } from '#features/custom-shells/endpoints/index'
import { createCustomShellServices } from '#features/custom-shells/services'
import { type DebrisApi, type DebrisPayloads, debris } from '#features/debris/feature'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'

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
