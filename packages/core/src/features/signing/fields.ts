import { digest } from '#kernel/kit/digest'

/** The content of a response that signatures cover. */
export interface SignedContent {
  /** `Unencoded-Digest` of the body. */
  readonly digest: string
  readonly type: string
  /** `Content-Location`: the path and the parameters of the response. */
  readonly location: string
}

/** Times and key of a signature; instants are seconds since 1970. */
export interface SignatureTerms {
  readonly created: number
  readonly expires: number
  /** The raw public key in base64. */
  readonly keyid: string
}

/** Names of the additional fields of a signed response. */
export const SIGNED_FIELDS = ['content-location', 'unencoded-digest', 'signature-input', 'signature'] as const

/**
 * The two signatures of a response by their label. Browsers check the first one (WICG Signature-based
 * Integrity), which covers only the body. The second one binds the body to its path and type.
 */
const SIGNATURES = {
  sd: { covers: ['"unencoded-digest";sf'], tag: 'ed25519-integrity' },
  answer: {
    covers: ['"@status"', '"unencoded-digest";sf', '"content-type"', '"content-location"'],
    tag: 'space-data',
  },
} as const

type Component = (typeof SIGNATURES)[Label]['covers'][number]

/** The label of a signature. */
export type Label = keyof typeof SIGNATURES

/** Every label, in the order of the fields. */
export const LABELS = Object.keys(SIGNATURES) as Label[]

/** Returns the `Unencoded-Digest` of a body. */
export function unencodedDigest(body: Uint8Array): string {
  return `sha-256=:${digest(body, 'base64')}:`
}

/** Returns the parameters of a signature, in the form that follows the label in `Signature-Input`. */
export function signatureParams(label: Label, { created, expires, keyid }: SignatureTerms): string {
  const { covers, tag } = SIGNATURES[label]
  return `(${covers.join(' ')});created=${created};expires=${expires};keyid="${keyid}";tag="${tag}"`
}

/** Returns the signature base of a response with status 200. */
export function responseBase(label: Label, content: SignedContent, params: string): string {
  const values: Record<Component, string> = {
    '"@status"': '200',
    '"unencoded-digest";sf': content.digest,
    '"content-type"': content.type,
    '"content-location"': content.location,
  }
  return signatureBase(
    SIGNATURES[label].covers.map((component) => [component, values[component]]),
    params,
  )
}

/** Returns the signature base of components and their values (RFC 9421, section 2.5). */
export function signatureBase(components: readonly (readonly [string, string])[], params: string): string {
  const lines = components.map(([component, value]) => `${component}: ${value}`)
  return [...lines, `"@signature-params": ${params}`].join('\n')
}
