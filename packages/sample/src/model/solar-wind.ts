import { interpolate, noise } from '#storm'
import { DAY } from '#time'

// L1, GSM. Hourly means of 18, 19 and 21 UT on 10 May: NASA OMNI2. Shock at 16:37, speed 741 km/s at 17:35,
// |B| 55 nT and then 74 nT: reports based on NOAA SWPC real-time data. Bz of -40, -43 and -48 nT in the three
// steps, |B| 71 nT, Bz of -25 to -40 nT in the recovery: Hajra et al. 2024 (ApJ 974:264). Everything else is
// approximate.
const anchors = interpolate([
  // time, speed km/s, density cm^-3, temperature K, |B| nT, Bz nT, azimuth of B deg
  ['04-09T00:00', 420, 5, 80e3, 5, 1, 135],
  ['04-10T12:00', 490, 4, 110e3, 6, -3, 140],
  ['04-12T00:00', 410, 5, 70e3, 5, 1, 135],
  ['04-15T18:00', 370, 8, 60e3, 7, -3, 310],
  ['04-16T01:00', 450, 19, 160e3, 16, -12, 300],
  ['04-16T08:00', 470, 11, 130e3, 13, -10, 310],
  ['04-16T16:00', 450, 7, 110e3, 8, -2, 315],
  ['04-18T12:00', 390, 5, 60e3, 5, 1, 135],
  ['04-19T04:48', 410, 7, 70e3, 6, -2, 140],
  ['04-19T04:49', 500, 20, 280e3, 17, -9, 285],
  ['04-19T06:30', 510, 22, 320e3, 22, -17, 270],
  ['04-19T11:00', 490, 12, 240e3, 16, -12, 280],
  ['04-19T15:00', 470, 8, 150e3, 10, -2, 300],
  ['04-21T06:00', 520, 5, 150e3, 8, -5, 320],
  ['04-22T12:00', 440, 5, 90e3, 5, 1, 135],
  ['04-25T12:00', 380, 9, 60e3, 7, -2, 315],
  ['04-26T01:00', 470, 14, 180e3, 15, -11, 320],
  ['04-26T10:00', 560, 6, 220e3, 10, -7, 325],
  ['04-27T12:00', 580, 4, 180e3, 6, -3, 325],
  ['04-29T00:00', 450, 4, 90e3, 5, 1, 135],
  ['04-30T15:00', 430, 7, 80e3, 8, -4, 140],
  ['02T12:00', 400, 11, 80e3, 9, -4, 310],
  ['02T15:00', 480, 18, 220e3, 18, -14, 295],
  ['02T20:00', 510, 10, 200e3, 15, -11, 300],
  ['03T00:00', 460, 4, 100e3, 6, -3, 135],
  ['03T12:00', 430, 4, 80e3, 5, 1, 140],
  ['04T12:00', 390, 5, 60e3, 5, -1, 135],
  ['05T12:00', 400, 9, 60e3, 8, -4, 315],
  ['05T18:00', 460, 12, 120e3, 12, -8, 310],
  ['06T06:00', 520, 6, 150e3, 8, -3, 320],
  ['06T15:00', 540, 4, 160e3, 7, -6, 325],
  ['07T06:00', 500, 3, 120e3, 5, 2, 135],
  ['08T06:00', 460, 3, 90e3, 4, 1, 140],
  ['09T14:00', 440, 4, 90e3, 5.5, 1, 135],
  ['09T20:00', 425, 5, 70e3, 6, -2, 140],
  ['10T02:00', 410, 6, 60e3, 7, -3, 315],
  ['10T08:00', 420, 8, 70e3, 6, 1, 320],
  ['10T13:00', 440, 9, 80e3, 7, -4, 310],
  ['10T16:36', 460, 10, 90e3, 6, -2, 300],
  ['10T16:37', 690, 25, 450e3, 30, -10, 280],
  ['10T16:50', 710, 22, 700e3, 46, -38, 270],
  ['10T17:05', 722, 24, 800e3, 53, -45, 260],
  ['10T17:35', 738, 24, 850e3, 46, -36, 250],
  ['10T18:00', 697, 33, 872e3, 33, -19, 247],
  ['10T18:30', 680, 34, 920e3, 31, -8, 265],
  ['10T19:00', 664, 35, 964e3, 31, -1.5, 278],
  ['10T19:40', 665, 38, 800e3, 32, 8, 280],
  ['10T20:20', 680, 43, 500e3, 34, -20, 240],
  ['10T21:00', 702, 48, 303e3, 33, -27, 212],
  ['10T21:45', 720, 50, 400e3, 45, -38, 200],
  ['10T22:30', 735, 45, 600e3, 60, -43, 190],
  ['10T23:00', 745, 42, 650e3, 72, -30, 170],
  ['10T23:40', 750, 38, 500e3, 58, -44, 160],
  ['11T00:20', 760, 32, 400e3, 53, -49, 150],
  ['11T01:10', 770, 24, 300e3, 45, -38, 140],
  ['11T02:00', 750, 18, 250e3, 36, -14, 130],
  ['11T03:00', 740, 14, 220e3, 28, 6, 120],
  ['11T04:30', 760, 10, 250e3, 26, -18, 110],
  ['11T06:00', 800, 8, 400e3, 24, -22, 100],
  ['11T08:00', 860, 7, 600e3, 25, -26, 90],
  ['11T09:30', 900, 6, 700e3, 29, -31, 80],
  ['11T10:40', 940, 6, 800e3, 30, -34, 75],
  ['11T12:00', 920, 5, 650e3, 22, -14, 90],
  ['11T13:30', 880, 4, 600e3, 18, -7, 110],
  ['11T15:30', 850, 4, 550e3, 19, -15, 120],
  ['11T18:00', 810, 4, 500e3, 16, -11, 130],
])

/** Plasma and magnetic field at one minute. */
interface SolarWind {
  readonly speed: number
  readonly density: number
  readonly temperature: number
  readonly bt: number
  /** x, y and z in GSM. */
  readonly field: Vector
  readonly velocity: Vector
}

export type Vector = readonly [x: number, y: number, z: number]

/** Returns the solar wind at L1 as measured by the spacecraft with this `salt`. */
export function solarWindAt(at: number, salt = 0): SolarWind {
  const [speed, density, temperature, bt, bz, azimuth] = anchors(at) as Figures
  const v = speed * (1 + 0.012 * noise(at, salt))
  const b = bt * (1 + 0.03 * noise(at, salt + 1))
  const z = Math.max(-0.98 * b, Math.min(0.98 * b, bz + 0.06 * b * noise(at, salt + 2)))
  const phi = ((azimuth + 12 * noise(at, salt + 3)) * Math.PI) / 180
  const across = Math.sqrt(b * b - z * z)
  const [vy, vz] = [0.03 * v * noise(at, salt + 4), 0.04 * v * noise(at, salt + 5)]
  return {
    speed: v,
    density: density * (1 + 0.15 * noise(at, salt + 6)),
    temperature: temperature * (1 + 0.15 * noise(at, salt + 7)),
    bt: b,
    field: [across * Math.cos(phi), across * Math.sin(phi), z],
    velocity: [-Math.sqrt(v * v - vy * vy - vz * vz), vy, vz],
  }
}

type Figures = [speed: number, density: number, kelvin: number, bt: number, bz: number, azimuth: number]

/**
 * Converts GSM to GSE: a rotation about the Sun line by an angle that follows the dipole, with a period of
 * one day.
 */
export function toGse([x, y, z]: Vector, at: number): Vector {
  const angle = ((12 + 18 * Math.sin((at / DAY - 0.45) * 2 * Math.PI)) * Math.PI) / 180
  return [x, y * Math.cos(angle) - z * Math.sin(angle), y * Math.sin(angle) + z * Math.cos(angle)]
}
