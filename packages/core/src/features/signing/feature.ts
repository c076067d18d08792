import type { Context } from '#endpoint/endpoint'
import type { Feature } from '#endpoint/feature'
import type { PayloadsOf } from '#endpoint/payloads'
import { signaturesDirectory } from '#site/endpoints/well-known/http-message-signatures-directory'

const endpoints = [signaturesDirectory] as const

/** The published keys of signed responses. */
export const signing: Feature<Context, SigningPayloads> = {
  name: 'signing',
  endpoints,
}

/** Payloads by path. */
export interface SigningPayloads extends PayloadsOf<typeof endpoints> {}
