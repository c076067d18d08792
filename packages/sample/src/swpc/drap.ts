import { protonsAt, xrayAt } from '#model/goes'
import type { StormClock } from '#storm'
import { DAY, floorTo, HOUR, MINUTE, withoutZone } from '#time'

const RADIANS = Math.PI / 180
const LONGITUDES = Array.from({ length: 90 }, (_, i) => -178 + 4 * i)
const LATITUDES = Array.from({ length: 90 }, (_, i) => 89 - 2 * i)

/**
 * `drap_global_frequencies`: highest frequency absorbed by 1 dB. On the day side by NOAA's formula for the
 * X-ray flux; around the poles by an invented one for protons.
 */
export function drap({ at, shiftMs }: StormClock): string {
  const minute = floorTo(MINUTE, at) - 2 * MINUTE
  const flux = xrayAt(minute).long
  const pfu = protonsAt(floorTo(5 * MINUTE, minute)).find(({ energy }) => energy === '>=10 MeV')?.flux ?? 0
  const cosineAt = sunAt(minute + shiftMs)
  const rows = LATITUDES.map((latitude) => {
    const polar = Math.max(0, Math.min(1, (Math.abs(latitude) - 60) / 8)) * Math.sqrt(pfu)
    const cells = LONGITUDES.map((longitude) => {
      const cosine = cosineAt(latitude, longitude)
      const solar = (10 * Math.log10(flux) + 65) * Math.max(0, cosine) ** 0.75
      const mhz = Math.max(0, solar, polar * (cosine > 0 ? 1 : 0.5))
      return mhz.toFixed(1).padStart(5)
    })
    return `${String(latitude).padStart(3)} |${cells.join('')}`
  })
  const strength = flux >= 1e-4 ? 'Strong X-ray Flux' : flux >= 1e-5 ? 'Moderate X-ray Flux' : undefined
  const header = `      ${LONGITUDES.map((longitude) => String(longitude).padStart(4)).join(' ')}`
  return `# DRAP Tabular Values
# Product: D-Region Absorption         /images/drap2_tab.txt
# Product Valid At : ${withoutZone(minute + shiftMs)
    .slice(0, 16)
    .replace('T', ' ')} UTC
#
# Prepared by the U.S. Dept. of Commerce, NOAA, Space Weather Prediction Center.
#
# Estimated Recovery Time : No Estimate
#
#  X-RAY Message : ${strength ?? 'Normal X-ray Background'}
#
#  X-RAY Warning :
#
#  Proton Message : ${pfu >= 10 ? 'Elevated Proton Flux' : 'Normal Proton Background'}
#
#  Proton Warning :
#
# Frequency (MHz) as a function of Latitude and Longitude
#
${header}
${'-'.repeat(header.length + 1)}
${rows.join('\n')}
`
}

/** Returns the cosine of the Sun's distance from the zenith of a location at an instant of the present. */
function sunAt(now: number): (latitudeDeg: number, longitudeDeg: number) => number {
  const year = Date.UTC(new Date(now).getUTCFullYear(), 0, 1)
  const declination = -23.44 * RADIANS * Math.cos((2 * Math.PI * ((now - year) / DAY + 10)) / 365.24)
  const noonDeg = 180 - ((now / HOUR) % 24) * 15
  return (latitudeDeg, longitudeDeg) => {
    const latitude = latitudeDeg * RADIANS
    const hourAngle = (longitudeDeg - noonDeg) * RADIANS
    return (
      Math.sin(latitude) * Math.sin(declination) +
      Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle)
    )
  }
}
