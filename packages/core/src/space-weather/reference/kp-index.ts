/** What the planetary K index of this service is, wherever it is explained. */
export const KP_NOTE =
  'Kp is estimated by NOAA SWPC from 8 stations; the definitive index is that of GFZ Potsdam ' +
  '(/v1/space-weather/kp/gfz), and may differ by up to 1.'
