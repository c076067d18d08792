import type { RequestListener } from 'node:http'
import { type Listening, type ListenOptions, listen as listenOn } from '@space-data/core/node'
import { codeOf, Failure, inOneLine } from '#failure'

export type { Listening } from '@space-data/core/node'

interface Address extends ListenOptions {
  readonly host: string
  /** What the flags begin with that choose it: `--port`, or `--metrics-port` with `metrics-`. */
  readonly flags?: 'metrics-'
}

/** Listens as the core does; throws a Failure that says what to do where it cannot. */
export async function listen(listener: RequestListener, { flags, ...address }: Address): Promise<Listening> {
  try {
    return await listenOn(listener, address)
  } catch (error) {
    throw new Failure(FAULTS[codeOf(error)]?.(address) ?? inOneLine(error), another(flags ?? ''), error)
  }
}

function another(flags: string): string {
  return `Choose another with --${flags}port and --${flags}host; --${flags}port 0 takes a free port`
}

const FAULTS: Readonly<Record<string, (address: Address) => string>> = {
  EADDRINUSE: ({ port, host }) => `port ${port} of ${host} is in use`,
  EACCES: ({ port, host }) => `port ${port} of ${host} needs more permission`,
  EADDRNOTAVAIL: ({ host }) => `this machine does not have the address ${host}`,
  ENOTFOUND: ({ host }) => `there is no host ${host}`,
}
