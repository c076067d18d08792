import { CliError, describeError, errorCode } from '#kit/errors'

/** CONNACK codes of MQTT 3.1.1 and 5 with which a broker refuses a client. */
const REFUSED = new Set([2, 4, 5, 133, 134, 135, 138, 140])

/** CONNACK codes for an unsupported version of the protocol. */
const OTHER_VERSION = new Set([1, 132])

/** Codes of certificates that are not trusted. */
const UNTRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)|^ERR_(SSL|TLS)_|^EPROTO$/

/** Returns the error for a broker that refuses this client or is not trusted; `undefined` for any other. */
export function refusalOf(error: unknown, url: string): CliError | undefined {
  if (REFUSED.has(reasonOf(error)))
    return new CliError(
      `the broker ${url} refuses the connection: ${describeBrokerError(error)}`,
      'Set SPACE_DATA_MQTT_USERNAME and SPACE_DATA_MQTT_PASSWORD, or see its log',
      error,
    )
  if (UNTRUSTED.test(errorCode(error)))
    return new CliError(
      `cannot connect securely to the broker ${url}: ${describeBrokerError(error)}`,
      'Set its CA certificate with --ca, and use a host name that its certificate contains',
      error,
    )
  return undefined
}

/** Whether a broker does not speak MQTT 5. */
export function speaksOtherVersion(error: unknown): boolean {
  return OTHER_VERSION.has(reasonOf(error))
}

/** Describes why a broker cannot be used, in a few words. */
export function describeBrokerError(error: unknown): string {
  return describeError(error).replace(/^Connection refused: /, '')
}

/** Returns the reason code of MQTT; 0 if there is none. */
function reasonOf(error: unknown): number {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'number' ? code : 0
}
