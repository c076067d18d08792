import Papa from 'papaparse'
import { apogeeKm, perigeeKm, periodMin } from '#features/objects/elements/element-set'
import type { CatalogueObject } from '#features/objects/satcat/catalogue-object'
import { SATCAT_TYPES, type SatcatEntry } from '#features/objects/satcat/satcat'

/** A record in the form of CelesTrak's SATCAT; `null` if this service has no value. */
export type SatcatRecord = ReturnType<typeof toSatcatRecord>

/** Returns the record of an object that has elements, and is therefore in orbit around the Earth. */
export function toSatcatRecord(
  { elements, objectType, owner, ...facts }: CatalogueObject,
  satcat: (noradId: number) => SatcatEntry | undefined,
) {
  const { operationalStatus = null, launchSite = null } = satcat(elements.noradId) ?? {}
  return {
    OBJECT_NAME: elements.name,
    OBJECT_ID: elements.internationalDesignator ?? '',
    NORAD_CAT_ID: elements.noradId,
    OBJECT_TYPE: SATCAT_TYPES.find(([, type]) => type === objectType)?.[0] ?? 'UNK',
    OPS_STATUS_CODE: operationalStatus,
    OWNER: owner,
    LAUNCH_DATE: facts.launchDate,
    LAUNCH_SITE: launchSite,
    DECAY_DATE: facts.decayDate ?? '',
    PERIOD: hundredths(periodMin(elements)),
    INCLINATION: hundredths(elements.inclinationDeg),
    APOGEE: Math.round(apogeeKm(elements)),
    PERIGEE: Math.round(perigeeKm(elements)),
    RCS: facts.rcsM2,
    DATA_STATUS_CODE: null,
    ORBIT_CENTER: 'EA',
    ORBIT_TYPE: 'ORB',
  }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}

/** Formats records as in CelesTrak's `satcat.csv`, whose lines end with CRLF. */
export function satcatCsv(records: readonly SatcatRecord[], hasHeader = true): string {
  if (records.length === 0) return ''
  return `${Papa.unparse(records as object[], { newline: '\r\n', header: hasHeader })}\r\n`
}
