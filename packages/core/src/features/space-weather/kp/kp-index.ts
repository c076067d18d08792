/** Note on the planetary K index of this service, used in all descriptions of it. */
export const KP_NOTE =
  'Kp is estimated by NOAA SWPC from 8 stations. The definitive index is published by GFZ Potsdam ' +
  '(/v1/space-weather/kp/gfz) and may differ by up to 1.'
