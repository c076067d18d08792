import type { SeriesColumn } from '#features/space-weather/series/series-declarations'
import { type MeasurementFeed, measurementFeed } from '#features/space-weather/swpc/measurement'
import { seconds } from '#kernel/kit/time'
import { parseInteger } from '#kernel/upstreams/parse/fields'

type GoesId = 'xray' | 'proton' | 'electrons'

/** A flux at one energy that GOES satellites measure. */
interface Channel<Id extends GoesId> {
  readonly seriesId: Id
  readonly label: string
  /** Prefix of the file names. */
  readonly file: string
  /** Must match exactly: `>=10 MeV` is also a prefix of `>=100 MeV`. */
  readonly energy: string
  readonly fields: Readonly<Record<SeriesColumn<Id>, 'flux'>>
  readonly cadenceMs: number
}

const xray: Channel<'xray'> = {
  seriesId: 'xray',
  label: 'GOES X-ray flux',
  file: 'xrays',
  energy: '0.1-0.8nm',
  fields: { flux_w_m2: 'flux' },
  cadenceMs: seconds(200),
}

const proton: Channel<'proton'> = {
  seriesId: 'proton',
  label: 'GOES integral proton flux',
  file: 'integral-protons',
  energy: '>=10 MeV',
  fields: { flux_pfu: 'flux' },
  cadenceMs: seconds(400),
}

const electrons: Channel<'electrons'> = {
  seriesId: 'electrons',
  label: 'GOES integral electron flux',
  file: 'integral-electrons',
  energy: '>=2 MeV',
  fields: { flux_pfu: 'flux' },
  cadenceMs: seconds(400),
}

/** X-ray flux of the long band, 0.1 to 0.8 nm, in W/m². */
export const xrayFlux = goesFeed(xray, 'primary', goesFeed(xray, 'secondary'))

/** Flux of protons of 10 MeV and above in pfu: particles per cm², s and sr. */
export const protonFlux = goesFeed(proton, 'primary', goesFeed(proton, 'secondary'))

/** Flux of electrons of 2 MeV and above in pfu. */
export const electronFlux = goesFeed(electrons, 'primary', goesFeed(electrons, 'secondary'))

/** X-ray flux of the last 7 days, for the history: two rows per minute, about 4 MB. */
export const xrayFlux7Days = {
  ...goesFeed({ ...xray, span: '7-day' }, 'primary'),
  maxBytes: 8 * 1024 * 1024,
}

/** Proton flux of the last 7 days, for the history. */
export const protonFlux7Days = goesFeed({ ...proton, span: '7-day' }, 'primary')

/** Electron flux of the last 7 days, for the history. */
export const electronFlux7Days = goesFeed({ ...electrons, span: '7-day' }, 'primary')

function goesFeed<Id extends GoesId>(
  { label, file, energy, span = '6-hour', ...channel }: Channel<Id> & { readonly span?: string },
  satellite: 'primary' | 'secondary',
  fallback?: MeasurementFeed<Id>,
) {
  return measurementFeed<Id>({
    ...channel,
    id: `swpc-${channel.seriesId}-${satellite}`,
    label: `${label} (${satellite})`,
    path: `/json/goes/${satellite}/${file}-${span}.json`,
    subject: { energy: (value) => value === energy },
    instrumentIn(row) {
      const number = parseInteger(row['satellite'], 1, 99)
      return number === null ? null : `GOES-${number}`
    },
    ...(fallback && { fallback, fillsGaps: true }),
  })
}
