import type { ElementSet } from '#orbit/element-set'

/** Formats element sets as OMM JSON, which `readElementSets` reads back exactly. */
export function formatOmmJson(elementSets: readonly ElementSet[]): string {
  return `[\n${elementSets.map((elements) => JSON.stringify(toOmm(elements))).join(',\n')}\n]\n`
}

function toOmm(elements: ElementSet) {
  return {
    OBJECT_NAME: elements.name,
    OBJECT_ID: elements.internationalDesignator,
    EPOCH: elements.epoch.replace(/Z$/, ''),
    MEAN_MOTION: elements.meanMotionRevPerDay,
    ECCENTRICITY: elements.eccentricity,
    INCLINATION: elements.inclinationDeg,
    RA_OF_ASC_NODE: elements.raanDeg,
    ARG_OF_PERICENTER: elements.argOfPericenterDeg,
    MEAN_ANOMALY: elements.meanAnomalyDeg,
    EPHEMERIS_TYPE: elements.ephemerisType,
    CLASSIFICATION_TYPE: elements.classification,
    NORAD_CAT_ID: elements.noradId,
    ELEMENT_SET_NO: elements.elementSetNo,
    REV_AT_EPOCH: elements.revAtEpoch,
    BSTAR: elements.bstarPerEarthRadius,
    MEAN_MOTION_DOT: elements.meanMotionDotRevPerDay2,
    MEAN_MOTION_DDOT: elements.meanMotionDdotRevPerDay3,
  }
}
