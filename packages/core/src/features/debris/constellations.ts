import type { ObjectType } from '#features/objects/elements/element-set'

/**
 * Name prefixes of the members of each constellation in the public catalogue. A constellation with several
 * prefixes is named after the first one. A constellation is a system of ten or more satellites that one
 * operator flies together below the navigation systems.
 */
const NAME_PREFIXES: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  communications: [
    'STARLINK-',
    'ONEWEB-',
    'KUIPER-',
    'QIANFAN-',
    'HULIANWANG ',
    'GEESAT-',
    'RASSVET-',
    ['SPACEMOBILE-', 'BLUEBIRD-'],
    'GLOBALSTAR ',
    ['SDA_', 'PRAETORIAN SDA_'],
  ],
  messages: [
    'ORBCOMM ',
    'SPACEBEE',
    'GONETS',
    'KINEIS-',
    'TIANQI-',
    'CONNECTA IOT-',
    'SITRO-AIS ',
    'KEPLER-',
    'TIANMU-1 ',
  ],
  observation: [
    'FLOCK ',
    'SKYSAT',
    'PELICAN-',
    'LEMUR-',
    'ICEYE-',
    'JILIN-1',
    'HAWK-',
    'NUSAT-',
    'CAPELLA-',
    'GHGSAT-',
    'TOMORROW-S',
  ],
  augmentation: ['CENTISPACE-'],
}

/** Names of constellations by the name prefixes of their members. */
const NAMES = Object.values(NAME_PREFIXES)
  .flat()
  .flatMap((prefixes) => {
    const [first = '', ...others] = typeof prefixes === 'string' ? [prefixes] : prefixes
    return [first, ...others].map((prefix) => [prefix, first.replace(/[-_ ]$/, '')] as const)
  })
/** IRIDIUM 100 to 199: of the first generation, 1 to 98, a few derelicts remain. */
const IRIDIUM_NEXT = /^IRIDIUM 1\d\d\b/

/**
 * Returns the constellation of a satellite, such as `STARLINK`; `null` for any other object, including debris
 * and rocket bodies of the constellation.
 */
export function constellationOf(name: string, objectType: ObjectType): string | null {
  if (objectType !== 'payload') return null
  if (IRIDIUM_NEXT.test(name)) return 'IRIDIUM'
  return NAMES.find(([prefix]) => name.startsWith(prefix))?.[1] ?? null
}
