import { auroraGrid as auroraGridEndpoint } from '#features/space-weather/aurora/aurora-grid'
import { servedFile } from '#features/swpc-files/served-file'

/** The OVATION model: triples, meridian by meridian from Greenwich eastwards, each from south to north. */
export const auroraFile = servedFile(
  auroraGridEndpoint,
  ({ observed_at, forecast_at, latitude_deg, longitude_deg, probability_percent }) => ({
    'Observation Time': observed_at.replace('.000Z', 'Z'),
    'Forecast Time': forecast_at.replace('.000Z', 'Z'),
    'Data Format': '[Longitude, Latitude, Aurora]',
    coordinates: longitude_deg.flatMap((longitude, column) =>
      latitude_deg.map((latitude, row) => [longitude, latitude, probability_percent[row]?.[column]]),
    ),
    type: 'MultiPoint',
  }),
)
