import type { RequestListener } from 'node:http'
import { type Listening, type ListenOptions, listen as listenOn } from '@space-data/core/node'
import { CliError, describeError, errorCode } from '#kit/errors'

export type { Listening } from '@space-data/core/node'

interface Address extends ListenOptions {
  readonly host: string
  /** Prefix of the flags that set the address: `metrics-` for `--metrics-port`; default: none. */
  readonly flags?: 'metrics-'
}

/**
 * Listens on an address.
 * @throws CliError with a remedy if the address cannot be used
 */
export async function listen(listener: RequestListener, { flags, ...address }: Address): Promise<Listening> {
  try {
    return await listenOn(listener, address)
  } catch (error) {
    throw new CliError(
      REASONS[errorCode(error)]?.(address) ?? describeError(error),
      portRemedy(flags ?? ''),
      error,
    )
  }
}

/** Returns a place to listen on; an IPv6 address may be in brackets. */
export function listenAddress(port: number, host: string): { port: number; host: string } {
  return { port, host: host.replace(/^\[(.*)\]$/, '$1') }
}

function portRemedy(flags: string): string {
  return `Set another with --${flags}port or --${flags}host; --${flags}port 0 picks a free port`
}

const REASONS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, host }) => `port ${port} on ${host} is already in use`,
  EACCES: ({ port, host }) => `no permission to listen on port ${port} on ${host}`,
  EADDRNOTAVAIL: ({ host }) => `${host} is not an address of this machine`,
  ENOTFOUND: ({ host }) => `host ${host} not found`,
}
