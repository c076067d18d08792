import { InvalidOptionError, type WholeSpaceData } from '@space-data/core'
import { ReceiverRefusedError } from '@space-data/core/alerts'
import { nodeSender } from '@space-data/core/node'
import type { Config } from '#config/config'
import { throwAsUsageError } from '#instance/core-errors'
import { readAsOperator } from '#instance/operator-request'
import { UsageError } from '#kit/errors'

/** Throws a usage error for a receiver that these settings do not allow. */
export async function assertReceiverAllowed(
  url: string,
  { webhookAllowPrivate: allowPrivate }: Config,
): Promise<void> {
  try {
    await nodeSender({ allowPrivate }).check(url)
  } catch (error) {
    if (!(error instanceof ReceiverRefusedError)) throw error
    throw new UsageError(error.message, allowPrivate ? undefined : FOR_OWN_NETWORK, error)
  }
}

const FOR_OWN_NETWORK =
  'For a receiver on this machine or in your own network add --allow-private-receivers, as on the server'

/** Rethrows an invalid option of core as a usage error that names the argument of the command. */
export async function throwWithArgument(error: unknown, spaceData: WholeSpaceData): Promise<never> {
  if (!(error instanceof InvalidOptionError)) throw error
  const [, field = '', rest] = /^(?:parameters: )?(\w+):? (.*)$/s.exec(error.message) ?? []
  const argument = ARGUMENTS[field]
  if (argument === undefined) return throwAsUsageError(error)
  const isIncomplete = / needs /.test(rest ?? '')
  const remedy = field === 'types' && !isIncomplete ? await listFamilies(spaceData) : REMEDIES[field]
  throw new UsageError(`${argument}: ${rest}`, remedy, error)
}

const ARGUMENTS: Readonly<Record<string, string>> = {
  url: '<url>',
  types: '--type',
  description: '--description',
  after: '--after',
  noradIds: '--norad-ids',
  altitudesKm: '--altitudes-km',
  minGScale: '--min-g-scale',
  minSScale: '--min-s-scale',
  minFlareClass: '--min-flare-class',
  latitude: '--at',
  longitude: '--at',
  minPercent: '--min-percent',
  passesOf: '--passes-of',
  minElevationDeg: '--min-elevation-deg',
  minutesBefore: '--minutes-before',
}

const REMEDIES: Readonly<Record<string, string>> = {
  types: 'Set a location with --at 60.17,24.94, objects with --norad-ids, objects that pass with --passes-of',
  passesOf: 'Set the location with --at 60.17,24.94, and at most 20 objects',
  after: '--after 0 sends all alerts of the last 30 days that match; /v1/alerts lists their sequence numbers',
}

/** Returns a sentence that lists the families of types, such as `geomagnetic.*`. */
async function listFamilies(spaceData: WholeSpaceData): Promise<string> {
  const { data } = await readAsOperator<{ types: { type: string }[] }>('/ref/alert-types', spaceData)
  const families = new Set(data.types.map(({ type }) => `${type.split('.')[0]}.*`))
  return `Types: ${[...families].sort().join(', ')}; /ref/alert-types describes each`
}
