import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An X.509 certificate with its key, made without openssl. */
export interface Certificate {
  readonly cert: string
  readonly key: string
  readonly name: string
  readonly privateKey: KeyObject
}

interface Wanted {
  /** Host name, or the name of an authority. */
  readonly name: string
  /** Who signs it; by default itself. */
  readonly issuer?: Certificate
  readonly isAuthority?: boolean
  readonly notBefore?: Date
  readonly notAfter?: Date
}

const HOUR_MS = 3_600_000

/** Makes a certificate with a new P-256 key, by default valid from an hour ago for a day. */
export function certificate({
  name,
  issuer,
  isAuthority = false,
  notBefore = new Date(Date.now() - HOUR_MS),
  notAfter = new Date(Date.now() + 23 * HOUR_MS),
}: Wanted): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = sequence(
    der(0xa0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_SHA_256,
    commonName(issuer?.name ?? name),
    sequence(utcTime(notBefore), utcTime(notAfter)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? authorityExtension() : namesExtension(name))),
  )
  const signature = sign('sha256', signed, issuer?.privateKey ?? privateKey)
  const whole = sequence(signed, ECDSA_SHA_256, der(0x03, Buffer.of(0), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    name,
    privateKey,
  }
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const integer = (bytes: Uint8Array) => der(0x02, bytes)
const oid = (...bytes: readonly number[]) => der(0x06, Buffer.of(...bytes))
const octets = (content: Uint8Array) => der(0x04, content)

/** 1.2.840.10045.4.3.2 */
const ECDSA_SHA_256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const TRUE = der(0x01, Buffer.of(0xff))

function commonName(name: string): Buffer {
  return sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))))
}

function utcTime(at: Date): Buffer {
  return der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
}

function authorityExtension(): Buffer {
  return sequence(oid(0x55, 0x1d, 0x13), TRUE, octets(sequence(TRUE)))
}

function namesExtension(name: string): Buffer {
  return sequence(oid(0x55, 0x1d, 0x11), octets(sequence(der(0x82, Buffer.from(name)))))
}
