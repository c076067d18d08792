import type { SigningKey } from '@space-data/core'

/** The key of RFC 9421, appendix B.1.4. */
export const rfcKey: SigningKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'n4Ni-HpISpVObnQMW0wOhCKROaIKqKtW_2ZYb2p9KcU',
  x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
}

export const RFC_PUBLIC_KEY = 'ed25519-JrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs='

/** What an instance needs to offer the path of its keys. */
export const signing = { keys: [rfcKey] }

/** The key of RFC 8037, appendix A.1. */
export const otherKey: SigningKey = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}

export const OTHER_PUBLIC_KEY = 'ed25519-11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo='
