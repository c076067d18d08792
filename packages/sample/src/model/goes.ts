import { type Flare, flares, fluxOfClass } from '#model/flares'
import { interpolate, noise } from '#storm'
import { DAY } from '#time'

// Long-band flux between flares, approximate.
const background = interpolate([
  ['04-09T00:00', 1.1e-6],
  ['03T00:00', 1.5e-6],
  ['08T00:00', 2e-6],
  ['10T00:00', 3e-6],
  ['11T18:00', 4e-6],
])

/** Returns the X-ray flux in W/m² at 0.1–0.8 nm and 0.05–0.4 nm. */
export function xrayAt(at: number): { readonly long: number; readonly short: number } {
  const long = background(at)[0]! * (1 + 0.05 * noise(at, 40)) + sumOfFlares(rises, at)
  return { long, short: long * Math.min(0.35, 0.03 * Math.sqrt(long / 1.4e-6)) }
}

interface Rise extends Flare {
  /** Contribution of the flare at its peak, so that the total has its class. */
  readonly height: number
}

const rises: Rise[] = []
for (const flare of flares) {
  const height = fluxOfClass(flare.class) - background(flare.peak)[0]! - sumOfFlares(rises, flare.peak)
  rises.push({ ...flare, height })
}

/**
 * Returns the sum of all flares: a bell curve before each peak, then a decay that halves every `end − peak`.
 */
function sumOfFlares(flares: readonly Rise[], at: number): number {
  let sum = 0
  for (const { begin, peak, end, height } of flares) {
    if (at < begin - (peak - begin) || at > peak + 12 * (end - peak)) continue
    const before = (2.4 * (peak - at)) / (peak - begin)
    sum += height * (at > peak ? 2 ** ((peak - at) / (end - peak)) : Math.exp(-before * before))
  }
  return sum
}

// Flux above 10 and 100 MeV in pfu: an S2 event after the X3.9 flare (NOAA SWPC weekly highlights) and a
// ground level event after the X5.8 (Papaioannou et al. 2025, arXiv:2505.09180); times and levels are
// approximate.
const protons = interpolate(
  (
    [
      ['09T14:00', 0.2, 0.02],
      ['10T07:00', 0.3, 0.02],
      ['10T10:00', 1.5, 0.02],
      ['10T12:00', 4, 0.03],
      ['10T13:35', 10, 0.04],
      ['10T15:30', 60, 0.06],
      ['10T17:45', 207, 0.1],
      ['10T19:00', 120, 0.08],
      ['10T22:00', 62, 0.05],
      ['11T01:40', 38, 0.03],
      ['11T02:10', 48, 1.4],
      ['11T03:30', 92, 6],
      ['11T05:00', 110, 6.5],
      ['11T08:00', 88, 4],
      ['11T12:00', 55, 1.6],
      ['11T18:00', 30, 0.6],
    ] as const
  ).map(([time, ...figures]) => [time, ...figures.map(Math.log10)] as const),
)
const channels = [1, 10, 100, 30, 5, 50, 500, 60] as const

/**
 * Returns the integral proton flux in pfu by channel, in the order of the feed, which sorts energies as text.
 */
export function protonsAt(at: number): { readonly energy: string; readonly flux: number }[] {
  const [log10, log100] = protons(at).map((figure) => figure + 0.012 * noise(at, 60)) as [number, number]
  return channels.map((mev, i) => {
    const slope = (log10 - log100) * (mev < 10 ? 0.5 : mev > 100 ? 1.6 : 1)
    const floor = 0.2 + 0.012 * noise(at, 70 + i)
    return { energy: `>=${mev} MeV`, flux: floor + 10 ** (log10 - slope * Math.log10(mev / 10)) }
  })
}

// Flux above 2 MeV in pfu at the belt's mean over a day: high after fast wind, lost with the shock. Invented.
const belt = interpolate(
  (
    [
      ['04-09T00:00', 700],
      ['04-19T05:00', 300],
      ['04-20T12:00', 1_500],
      ['04-26T01:00', 400],
      ['04-28T12:00', 4_000],
      ['02T15:00', 900],
      ['05T00:00', 1_800],
      ['10T16:30', 500],
      ['10T17:30', 20],
      ['11T02:00', 15],
      ['11T18:00', 120],
    ] as const
  ).map(([time, pfu]) => [time, Math.log10(pfu)] as const),
)

/** Returns the integral electron flux above 2 MeV in pfu: highest at noon of a satellite over 137° W. */
export function electronsAt(at: number): number {
  const localNoon = Math.cos(2 * Math.PI * (at / DAY - 0.5 - 137 / 360))
  return 10 ** (belt(at)[0]! + 0.35 * localNoon + 0.03 * noise(at, 90))
}
