/** The groups that CelesTrak publishes; an unknown name never goes upstream. */
export const tleGroups = [
  'last-30-days', 'stations', 'visual', 'active', 'analyst', 'cosmos-1408-debris', 'fengyun-1c-debris',
  'iridium-33-debris', 'cosmos-2251-debris', 'weather', 'noaa', 'goes', 'resource', 'sarsat', 'dmc', 'tdrss', 'argos',
  'planet', 'spire', 'geo', 'intelsat', 'ses', 'eutelsat', 'telesat', 'starlink', 'oneweb', 'qianfan', 'hulianwang',
  'kuiper', 'iridium-NEXT', 'orbcomm', 'globalstar', 'amateur', 'satnogs', 'x-comm', 'other-comm', 'gnss', 'gps-ops',
  'glo-ops', 'galileo', 'beidou', 'sbas', 'nnss', 'musson', 'science', 'geodetic', 'engineering', 'education',
  'military', 'radar', 'cubesat', 'other',
] as const
const byLowerCase = new Map(tleGroups.map((name) => [name.toLowerCase(), name]))

/** The provider's own spelling of a group name, in whichever case it was asked; `undefined` when there is none. */
export function tleGroupNamed(name: string): string | undefined {
  return byLowerCase.get(name.toLowerCase())
}
