import { protonsAt, xrayAt } from '#model/goes'
import { kpOfBin } from '#model/kp'
import { stormClock } from '#storm'
import { highestMark, markOf } from '#swpc/kp-forecast'
import { expected } from '#swpc/probabilities'
import { DAY, floorTo, HOUR, MINUTE, withoutZone } from '#time'

/** Lowest flux of X-rays in W/m², and of protons in pfu, of each level. */
const R_SCALE = [1e-5, 5e-5, 1e-4, 1e-3, 2e-3]
const S_SCALE = [1e1, 1e2, 1e3, 1e4, 1e5]
const words = ['none', 'minor', 'moderate', 'strong', 'severe', 'extreme']

/**
 * `noaa-scales`: the newest minute, the highest of 24 hours, and three days, with the G levels of the 3-day
 * forecast.
 */
export function noaaScales(now: number, present?: number): object {
  const { at } = stormClock(now, present)
  const minute = floorTo(MINUTE, at) - MINUTE
  const stamp = floorTo(MINUTE, now) - MINUTE
  const span = (step: number) => Array.from({ length: DAY / step }, (_, i) => minute - i * step)
  const highest = {
    r: Math.max(...span(MINUTE).map(radioAt)),
    s: Math.max(...span(5 * MINUTE).map(radiationAt)),
    g: Math.max(...span(HOUR).map(geomagneticAt)),
  }
  const days = [0, 1, 2].map((ahead) => {
    const day = floorTo(DAY, stamp) + ahead * DAY
    const [minor, major, protons] = [expected.m_class, expected.x_class, expected['10mev_protons']].map(
      (percents) => String(percents[ahead]),
    )
    return {
      ...stampOf(ahead === 0 ? stamp : day),
      R: { Scale: null, Text: null, MinorProb: minor, MajorProb: major },
      S: { Scale: null, Text: null, Prob: protons },
      G: step(levelOfMark(highestMark(day, floorTo(DAY, stamp), present))),
    }
  })
  const observed = { r: radioAt(minute), s: radiationAt(minute), g: geomagneticAt(minute) }
  return {
    '0': { ...stampOf(stamp), ...steps(observed) },
    '1': days[0],
    '2': days[1],
    '3': days[2],
    '-1': { ...stampOf(stamp - DAY), ...steps(highest) },
  }
}

const radioAt = (at: number) => levelOf(R_SCALE, xrayAt(at).long)
const radiationAt = (at: number) => {
  const channel = protonsAt(floorTo(5 * MINUTE, at)).find(({ energy }) => energy === '>=10 MeV')
  return levelOf(S_SCALE, channel?.flux ?? 0)
}
const geomagneticAt = (at: number) => levelOfMark(markOf(Math.round(kpOfBin(floorTo(3 * HOUR, at)) * 3)))

function levelOf(scale: readonly number[], flux: number): number {
  return scale.findLastIndex((from) => flux >= from) + 1
}

function levelOfMark(mark: string | undefined): number {
  return Number(mark?.slice(1) ?? 0)
}

function steps({ r, s, g }: { readonly r: number; readonly s: number; readonly g: number }) {
  return {
    R: { ...step(r), MinorProb: null, MajorProb: null },
    S: { ...step(s), Prob: null },
    G: step(g),
  }
}

function step(level: number) {
  return { Scale: String(level), Text: words[level] }
}

function stampOf(at: number) {
  const [DateStamp, TimeStamp] = withoutZone(at).split('T')
  return { DateStamp, TimeStamp }
}
