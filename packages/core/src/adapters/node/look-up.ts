/**
 * Returns all addresses of a name.
 * @throws the system's error, whose code is `ENOTFOUND` for a name that does not exist
 */
export type LookUp = (hostname: string, signal: AbortSignal) => Promise<readonly string[]>

const LOOK_UP = { timeout: 2_500, tries: 2 }

/**
 * Queries the name servers directly. `getaddrinfo` would also read the hosts file, and slow name servers of
 * two receivers would block all other look-ups of the process.
 */
export const askNameServers: LookUp = async (hostname, signal) => {
  const { Resolver } = process.getBuiltinModule('node:dns').promises
  const resolver = new Resolver(LOOK_UP)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    const errors = found.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    // One kind of address is enough.
    if (addresses.length === 0 && errors.length > 0) throw mostTelling(errors)
    return addresses
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Resolves a name through the system, including the hosts file and local names. */
export const askSystem: LookUp = (hostname) =>
  new Promise((resolve, reject) => {
    process.getBuiltinModule('node:dns').lookup(hostname, { all: true }, (error, addresses) => {
      if (error) reject(error)
      else resolve(addresses.map(({ address }) => address))
    })
  })

/** Returns the first error that is not only about a missing kind of address. */
function mostTelling(errors: readonly unknown[]): unknown {
  const isAbsent = (error: unknown) => /^(ENODATA|ENOTFOUND)$/.test(String((error as { code?: string }).code))
  return errors.find((error) => !isAbsent(error)) ?? errors[0]
}
