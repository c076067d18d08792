import { KP_NOTE } from '#features/space-weather/kp/kp-index'
import { SERIES, type SeriesColumn, type SeriesId } from '#features/space-weather/series/series-declarations'
import { days, hours, minutes } from '#kernel/kit/time'

/** Name of the first parameter of every dataset. */
export const TIME = 'Time'

/** A column of a dataset, as HAPI describes it. */
export interface Parameter {
  readonly name: string
  /** Unit by UDUNITS-2; `null` for a dimensionless value. */
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
  /** Parameters after `Time`, in their order. */
  readonly parameters: readonly Parameter[]
}

const PROPAGATED =
  'Gaps of 30 minutes or more are filled from NOAA’s product propagated to the Earth. In both products, ' +
  'the times are the times of the measurement at L1.'

/** Solar flux unit. */
const SFU = '1e-22 W m-2 Hz-1'

/** All datasets, in the order of the series. */
export const DATASETS: readonly Dataset[] = [
  dataset('kp', {
    title: 'Planetary K index, estimate by minute',
    description:
      'Running estimate of the planetary K index, as NOAA publishes it: it falls to 0 when a three-hour ' +
      'window begins (00, 03, … UTC) and rises for about 30 minutes. Recorded from a feed that covers six ' +
      'hours. ' +
      KP_NOTE,
    columns: {
      kp: { units: null, label: 'Kp estimate', description: `Running estimate, 0 to 9. ${KP_NOTE}` },
    },
  }),
  dataset('kp_3h', {
    title: 'Planetary K index, three-hour values',
    description: `Estimated index of three-hour windows, stamped with the start of the window. ${KP_NOTE}`,
    columns: {
      kp: {
        units: null,
        label: 'Kp',
        description: `Estimated index of the three-hour window, 0 to 9. ${KP_NOTE}`,
      },
    },
  }),
  dataset('kp_gfz', {
    title: 'Kp of GFZ Potsdam, three-hour values',
    description:
      'Kp as GFZ Potsdam derives it from 13 observatories, stamped with the start of the three-hour ' +
      'window. A preliminary value (nowcast) is published within an hour after the window. The definitive ' +
      'value replaces it a few weeks later; revisions are requested once a day for 93 days. NOAA’s ' +
      'estimate for the same windows is kp_3h.',
    columns: {
      kp: {
        units: null,
        label: 'Kp',
        description: 'Kp of the three-hour window, 0 to 9, in steps of a third',
      },
      preliminary: {
        units: null,
        label: 'Preliminary',
        description: '1 while the value may be revised, 0 once it is definitive',
      },
    },
  }),
  dataset('wind', {
    title: 'Solar wind at L1, 1 minute',
    description:
      'Protons of the solar wind at the Lagrange point L1, measured by the active real-time spacecraft. ' +
      `${PROPAGATED}`,
    columns: {
      speed_km_s: { units: 'km/s', label: 'Speed', description: 'Bulk speed' },
      density_per_cm3: { units: 'cm-3', label: 'Density', description: 'Number density of protons' },
      temperature_k: { units: 'K', label: 'Temperature', description: 'Temperature of protons' },
    },
  }),
  dataset('mag', {
    title: 'Magnetic field at L1, 1 minute',
    description:
      'Interplanetary magnetic field at the Lagrange point L1 in GSM coordinates, measured by the active ' +
      'real-time spacecraft. ' +
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
      'X-ray flux of the Sun in the long band of GOES, as one-minute averages. A satellite in eclipse ' +
      'leaves gaps of up to 70 minutes.',
    columns: {
      flux_w_m2: { units: 'W/m2', label: 'X-ray flux', description: 'Flux at 0.1 to 0.8 nm' },
    },
  }),
  dataset('proton', {
    title: 'Proton flux >=10 MeV, 5 minutes',
    description:
      'Integral flux of protons of 10 MeV and above at geostationary orbit (GOES), as five-minute averages.',
    columns: {
      flux_pfu: {
        units: 'cm-2 s-1 sr-1',
        label: 'Proton flux',
        description: 'Integral flux of 10 MeV and above, 1 pfu = 1 / (cm² s sr)',
      },
    },
  }),
  dataset('electrons', {
    title: 'Electron flux >=2 MeV, 5 minutes',
    description:
      'Integral flux of electrons of 2 MeV and above at geostationary orbit (GOES), as five-minute averages.',
    columns: {
      flux_pfu: {
        units: 'cm-2 s-1 sr-1',
        label: 'Electron flux',
        description: 'Integral flux of 2 MeV and above, 1 pfu = 1 / (cm² s sr)',
      },
    },
  }),
  dataset('flux', {
    title: 'Radio flux at 10.7 cm (F10.7), daily',
    description: 'Observed solar radio flux at 2800 MHz: the reading at 20:00 UTC on each day.',
    columns: {
      flux_sfu: { units: SFU, label: 'F10.7', description: 'Observed flux, 1 sfu = 1e-22 W/(m² Hz)' },
      mean_90_day_sfu: {
        units: SFU,
        label: 'F10.7 mean',
        description: 'Mean of the 90 days that end with this day',
      },
    },
  }),
  dataset('sunspots', {
    title: 'Sunspots and flares, daily',
    description:
      'Daily counts by NOAA for each UTC day. The sunspot number is NOAA’s (SESC), not the international ' +
      'sunspot number.',
    columns: {
      sunspot_number: counted('Sunspot number', 'Daily sunspot number of NOAA (SESC)'),
      sunspot_area_millionths: {
        units: '1e-6',
        label: 'Sunspot area',
        description: 'Area of all sunspots, millionths of the visible hemisphere',
      },
      new_regions: counted('New regions', 'Number of new active regions'),
      flares_c: counted('C flares', 'X-ray flares of class C'),
      flares_m: counted('M flares', 'X-ray flares of class M'),
      flares_x: counted('X flares', 'X-ray flares of class X'),
      flux_sfu: { units: SFU, label: 'F10.7', description: 'Radio flux at 10.7 cm, in whole units' },
    },
  }),
  dataset('a_index', {
    title: 'Planetary A index, daily',
    description: 'Estimated planetary A index of each UTC day, as NOAA announces it on the following day.',
    columns: { a_index: counted('A index', 'Estimated planetary A index') },
  }),
]

function counted(label: string, description: string): Omit<Parameter, 'name'> {
  return { units: null, label, description }
}

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

/** Returns a duration of minutes, hours or days, such as `PT5M`. */
function durationOf(ms: number): string {
  if (ms >= days(1)) return `P${ms / days(1)}D`
  return ms < hours(1) ? `PT${ms / minutes(1)}M` : `PT${ms / hours(1)}H`
}
