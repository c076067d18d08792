import { geomagneticStorms, stepOf } from '#features/space-weather/scales/noaa-scales'
import { scales as scalesEndpoint } from '#features/space-weather/scales/scales'
import { type PayloadOf, servedFile } from '#features/swpc-files/served-file'

type Scales = PayloadOf<typeof scalesEndpoint>
type Levels = Pick<Scales['observed'], 'r_scale' | 's_scale' | 'g_scale'>

/**
 * NOAA's scales: member `0` is the observation, `-1` the highest levels of 24 hours, `1` to `3` are forecast
 * days. All numbers are text. The first day has the time of the observation; the others begin at midnight.
 */
export const noaaScalesFile = servedFile(scalesEndpoint, (data) => {
  const time = timeOf(data.as_of)
  const ahead = data.forecast.map((day, i) => [
    String(i + 1),
    {
      DateStamp: day.date,
      TimeStamp: i === 0 ? time : '00:00:00',
      R: { ...levelOf(null), MinorProb: textOf(day.r1_r2_percent), MajorProb: textOf(day.r3_percent) },
      S: { ...levelOf(null), Prob: textOf(day.s1_percent) },
      G: levelOf(day.g_scale),
    },
  ])
  return {
    '0': observed(data.as_of, data.observed),
    ...Object.fromEntries(ahead),
    '-1': observed(data.highest_24h.start, data.highest_24h),
  }
})

function observed(at: string, { r_scale, s_scale, g_scale }: Levels) {
  return {
    DateStamp: at.slice(0, 10),
    TimeStamp: timeOf(at),
    R: { ...levelOf(r_scale), MinorProb: null, MajorProb: null },
    S: { ...levelOf(s_scale), Prob: null },
    G: levelOf(g_scale),
  }
}

/** Splits `G2` into 2 and its name, which is the same in all three scales. */
function levelOf(scale: string | null) {
  if (scale === null) return { Scale: null, Text: null }
  const level = scale.slice(1)
  return { Scale: level, Text: stepOf(geomagneticStorms, Number(level)).name }
}

const timeOf = (at: string) => at.slice(11, 19)
const textOf = (value: number | null) => (value === null ? null : String(value))
