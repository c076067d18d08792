import { hours, minutes } from '#kit/time'
import { KP_NOTE } from '#space-weather/reference/kp-index'
import { SERIES, type SeriesColumn, type SeriesId } from '#upstreams/recorded-series'

/** Name of the parameter that is first in every dataset. */
export const TIME = 'Time'

/** A column of a dataset, as HAPI describes it. */
export interface Parameter {
  readonly name: string
  /** By UDUNITS-2; `null` without a dimension. */
  readonly units: string | null
  readonly label: string
  readonly description: string
  readonly coordinateSystemName?: 'GSM'
  readonly vectorComponents?: 'x' | 'y' | 'z'
}

/** A recorded series as a dataset of HAPI. */
export interface Dataset {
  readonly id: SeriesId
  /** At most 40 characters. */
  readonly title: string
  readonly description: string
  /** ISO 8601 duration. */
  readonly cadence: string
  /** Those after `Time`, in their order. */
  readonly parameters: readonly Parameter[]
}

const PROPAGATED =
  'Gaps of 30 minutes or more are filled from the product in which NOAA computes when the wind arrives at the ' +
  'Earth. Times are those of the measurement at L1 in both.'

/** All datasets, in the order of the series. */
export const DATASETS: readonly Dataset[] = [
  dataset('kp', {
    title: 'Planetary K index, estimate by minute',
    description:
      'Running estimate of the planetary K index, as NOAA publishes it: it falls to 0 when a window of three hours ' +
      'begins (00, 03, … UTC) and rises for about 30 minutes. Recorded from a feed of six hours. ' +
      KP_NOTE,
    columns: {
      kp: { units: null, label: 'Kp estimate', description: `Running estimate, 0 to 9. ${KP_NOTE}` },
    },
  }),
  dataset('kp_3h', {
    title: 'Planetary K index, three-hour values',
    description: `Estimated index of windows of three hours, stamped with their begin. ${KP_NOTE}`,
    columns: {
      kp: { units: null, label: 'Kp', description: `Estimated index of three hours, 0 to 9. ${KP_NOTE}` },
    },
  }),
  dataset('wind', {
    title: 'Solar wind at L1, 1 minute',
    description: `Protons of the solar wind at the Lagrange point L1, by the active real-time spacecraft. ${PROPAGATED}`,
    columns: {
      speed_km_s: { units: 'km/s', label: 'Speed', description: 'Bulk speed' },
      density_per_cm3: { units: 'cm-3', label: 'Density', description: 'Number density of protons' },
      temperature_k: { units: 'K', label: 'Temperature', description: 'Temperature of protons' },
    },
  }),
  dataset('mag', {
    title: 'Magnetic field at L1, 1 minute',
    description:
      'Interplanetary magnetic field at the Lagrange point L1 in GSM coordinates, by the active real-time spacecraft. ' +
      PROPAGATED,
    columns: {
      bt_nt: { units: 'nT', label: 'Bt', description: 'Magnitude of the field' },
      bx_gsm_nt: gsm('x', 'Component towards the Sun'),
      by_gsm_nt: gsm('y', 'Component towards dusk'),
      bz_gsm_nt: gsm('z', 'Northward component'),
    },
  }),
  dataset('xray', {
    title: 'Solar X-ray flux 0.1-0.8 nm, 1 minute',
    description:
      'X-ray flux of the Sun in the long band of GOES, averages of a minute. A satellite in eclipse leaves gaps of up ' +
      'to 70 minutes.',
    columns: {
      flux_w_m2: { units: 'W/m2', label: 'X-ray flux', description: 'Flux of 0.1 to 0.8 nm' },
    },
  }),
  dataset('proton', {
    title: 'Proton flux >=10 MeV, 5 minutes',
    description:
      'Integral flux of protons of 10 MeV and above at geostationary orbit (GOES), averages of 5 minutes.',
    columns: {
      flux_pfu: {
        units: 'cm-2 s-1 sr-1',
        label: 'Proton flux',
        description: 'Integral flux of 10 MeV and above, 1 pfu = 1 / (cm² s sr)',
      },
    },
  }),
]

function gsm(vectorComponents: 'x' | 'y' | 'z', description: string): Omit<Parameter, 'name'> {
  const label = `B${vectorComponents} GSM`
  return { units: 'nT', label, description, coordinateSystemName: 'GSM', vectorComponents }
}

function dataset<Id extends SeriesId>(
  id: Id,
  {
    columns,
    ...about
  }: Pick<Dataset, 'title' | 'description'> & {
    readonly columns: Readonly<Record<SeriesColumn<Id>, Omit<Parameter, 'name'>>>
  },
): Dataset {
  const named = Object.entries<Omit<Parameter, 'name'>>(columns)
  const parameters = named.map(([name, column]) => ({ name, ...column }))
  return { id, ...about, cadence: durationOf(SERIES[id].stepMs), parameters }
}

/** Returns a duration of minutes or hours, such as `PT5M`. */
function durationOf(ms: number): string {
  return ms < hours(1) ? `PT${ms / minutes(1)}M` : `PT${ms / hours(1)}H`
}
