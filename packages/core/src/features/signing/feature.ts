import { signaturesDirectory } from '#features/signing/endpoints/http-message-signatures-directory'
import { signingSettings } from '#features/signing/settings'
import type { Context } from '#kernel/endpoint/endpoint'
import type { Feature } from '#kernel/endpoint/feature'
import type { PayloadsOf } from '#kernel/endpoint/payloads'
import { anObject } from '#kernel/kit/option-rules'

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
