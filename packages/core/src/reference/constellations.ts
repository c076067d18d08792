import type { ObjectType } from '#orbit/element-set'

/**
 * How the names of the members of each constellation begin in the public catalogue. A constellation is a
 * system of ten satellites or more that one operator flies together below the navigation systems.
 */
const NAME_PREFIXES = {
  communications: [
    'STARLINK-',
    'ONEWEB-',
    'KUIPER-',
    'QIANFAN-',
    'HULIANWANG ',
    'GEESAT-',
    'RASSVET-',
    'SPACEMOBILE-',
    'BLUEBIRD-',
    'GLOBALSTAR ',
    'PRAETORIAN SDA_',
    'SDA_',
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
} as const

const PREFIXES: readonly string[] = Object.values(NAME_PREFIXES).flat()
/** IRIDIUM 100 to 199: of the first generation, 1 to 98, a few derelicts remain. */
const IRIDIUM_NEXT = /^IRIDIUM 1\d\d\b/

/** Returns whether an object is a satellite of a constellation; its debris and its rockets are not. */
export function isConstellationMember(name: string, objectType: ObjectType): boolean {
  if (objectType !== 'payload') return false
  return PREFIXES.some((prefix) => name.startsWith(prefix)) || IRIDIUM_NEXT.test(name)
}
