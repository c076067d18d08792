import type { AuroraGrid } from '#features/space-weather/aurora/aurora-grid'

/** Steps between the points that the globe gets: it draws the aurora soft, so the full grid is not needed. */
const [ROW_STEP, COLUMN_STEP] = [2, 4]

/**
 * Returns the probabilities of aurora for the script: a row per 2° from south to north, a digit of base 36
 * per 4° eastwards from Greenwich, each a 35th of 100 %.
 */
export function packedAurora({ probability_percent: rows }: AuroraGrid): string {
  return rows
    .filter((_, row) => row % ROW_STEP === 0)
    .map((row) =>
      row
        .filter((_, column) => column % COLUMN_STEP === 0)
        .map((percent) => Math.round((percent * 35) / 100).toString(36))
        .join(''),
    )
    .join(';')
}
