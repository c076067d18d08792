import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { signingSettings } from '#features/signing/settings'
import { anObject } from '#kit/option-rules'
import { signaturesDirectory } from '#site/endpoints/well-known/http-message-signatures-directory'

const endpoints = [signaturesDirectory] as const

/** The published keys of signed responses. */
export const signing: Feature<Context, SigningPayloads> = {
  name: 'signing',
  options: { signing: anObject },
  settings: signingSettings,
  endpoints,
}

/** Payloads by path. */
export interface SigningPayloads extends PayloadsOf<typeof endpoints> {}
