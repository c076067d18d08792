import { absent, type Row, type SeriesFile, valueIn } from '#features/swpc-files/swpc-file'
import { withZone } from '#features/swpc-files/swpc-times'

/** `GOES-18` is satellite 18. */
const startOf = ({ at, instrument }: Row) => ({
  time_tag: withZone(at),
  satellite: Number(/\d+$/.exec(instrument ?? '')?.[0] ?? Number.NaN) || null,
})

/** The misspelling is SWPC's. */
const NOT_HELD = absent('observed_flux electron_correction electron_contaminaton')

/** The long-band X-ray flux by minute. */
export function xrays(spanMs: number): SeriesFile {
  const write = (row: Row) => ({
    ...startOf(row),
    flux: valueIn(row, 'flux_w_m2'),
    ...NOT_HELD,
    energy: '0.1-0.8nm',
  })
  return { id: 'xray', spanMs, write: ({ rows }) => rows.map(write) }
}

/** The flux of protons of 10 MeV and above every five minutes. */
export function integralProtons(spanMs: number): SeriesFile {
  const write = (row: Row) => ({ ...startOf(row), flux: valueIn(row, 'flux_pfu'), energy: '>=10 MeV' })
  return { id: 'proton', spanMs, write: ({ rows }) => rows.map(write) }
}

/** The flux of electrons of 2 MeV and above every five minutes. */
export function integralElectrons(spanMs: number): SeriesFile {
  const write = (row: Row) => ({ ...startOf(row), flux: valueIn(row, 'flux_pfu'), energy: '>=2 MeV' })
  return { id: 'electrons', spanMs, write: ({ rows }) => rows.map(write) }
}
