/** A category of N2YO: its name, and the group that holds its objects. */
export interface Category {
  readonly name: string
  readonly group: string
}

/** The categories by number: those that are a group. 0 is all. */
const CATEGORIES: Readonly<Record<number, string>> = {
  0: 'ANY=active',
  1: 'Brightest=visual',
  2: 'ISS=stations',
  3: 'Weather=weather',
  5: 'GOES=goes',
  6: 'Earth resources=resource',
  7: 'Search & rescue=sarsat',
  8: 'Disaster monitoring=dmc',
  9: 'Tracking and Data Relay Satellite System=tdrss',
  10: 'Geostationary=geo',
  11: 'Intelsat=intelsat',
  15: 'Iridium=iridium-NEXT',
  16: 'Orbcomm=orbcomm',
  17: 'Globalstar=globalstar',
  18: 'Amateur radio=amateur',
  20: 'Global Positioning System (GPS) Operational=gps-ops',
  21: 'Glonass Operational=glo-ops',
  22: 'Galileo=galileo',
  23: 'Satellite-Based Augmentation System=sbas',
  24: 'Navy Navigation Satellite System=nnss',
  25: 'Russian LEO Navigation=musson',
  26: 'Space & Earth Science=science',
  27: 'Geodetic=geodetic',
  28: 'Engineering=engineering',
  29: 'Education=education',
  30: 'Military=military',
  31: 'Radar Calibration=radar',
  32: 'CubeSats=cubesat',
  35: 'Beidou Navigation System=beidou',
  48: 'Flock=planet',
  49: 'Lemur=spire',
  50: 'Global Positioning System (GPS) Constellation=gps-ops',
  51: 'Glonass Constellation=glo-ops',
  52: 'Starlink=starlink',
  53: 'OneWeb=oneweb',
  55: 'Qianfan=qianfan',
  56: 'Kuiper=kuiper',
}

/** Returns a category; `undefined` for a number that N2YO does not have, or that is no group. */
export function findCategory(id: number): Category | undefined {
  const [name, group] = CATEGORIES[id]?.split('=') ?? []
  return name !== undefined && group !== undefined ? { name, group } : undefined
}
