/** The groups that CelesTrak publishes. Other names are rejected without a request. */
export const tleGroups = [
  'last-30-days',
  'stations',
  'visual',
  'active',
  'analyst',
  'cosmos-1408-debris',
  'fengyun-1c-debris',
  'iridium-33-debris',
  'cosmos-2251-debris',
  'weather',
  'goes',
  'resource',
  'sarsat',
  'dmc',
  'tdrss',
  'argos',
  'planet',
  'spire',
  'geo',
  'intelsat',
  'ses',
  'eutelsat',
  'telesat',
  'starlink',
  'oneweb',
  'qianfan',
  'hulianwang',
  'kuiper',
  'iridium-NEXT',
  'orbcomm',
  'globalstar',
  'amateur',
  'satnogs',
  'x-comm',
  'other-comm',
  'gnss',
  'gps-ops',
  'glo-ops',
  'galileo',
  'beidou',
  'sbas',
  'nnss',
  'musson',
  'science',
  'geodetic',
  'engineering',
  'education',
  'military',
  'radar',
  'cubesat',
  'other',
] as const

const byLowerCase = new Map(tleGroups.map((name) => [name.toLowerCase(), name]))

/**
 * Returns a group's name in CelesTrak's spelling, found case-insensitively; `undefined` for an unknown group.
 */
export function findTleGroup(name: string): string | undefined {
  return byLowerCase.get(name.toLowerCase())
}
