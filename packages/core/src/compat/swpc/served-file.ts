import type { ServedFile } from '#compat/swpc/swpc-file'
import type { PayloadsOf } from '#endpoint/payloads'
import type { threeDayForecast } from '#space-weather/endpoints/3-day-forecast'
import type { aIndex } from '#space-weather/endpoints/a-index'
import type { absorptionGrid } from '#space-weather/endpoints/absorption-grid'
import type { auroraGrid } from '#space-weather/endpoints/aurora-grid'
import type { discussion } from '#space-weather/endpoints/discussion'
import type { flux } from '#space-weather/endpoints/flux'
import type { notices } from '#space-weather/endpoints/notices'
import type { outlook } from '#space-weather/endpoints/outlook'
import type { scales } from '#space-weather/endpoints/scales'
import type { sunspots } from '#space-weather/endpoints/sunspots'

type Payloads = PayloadsOf<
  readonly [
    typeof absorptionGrid,
    typeof aIndex,
    typeof auroraGrid,
    typeof discussion,
    typeof flux,
    typeof notices,
    typeof outlook,
    typeof scales,
    typeof sunspots,
    typeof threeDayForecast,
  ]
>

/** The payload of an endpoint. */
export type PayloadOf<Path extends keyof Payloads> = Payloads[Path]

/** Declares a file that is written from the payload of an endpoint. */
export function servedFile<Path extends keyof Payloads>(
  path: Path,
  write: (data: PayloadOf<Path>) => unknown,
  write2025?: (data: PayloadOf<Path>) => unknown,
): ServedFile {
  return {
    path,
    write: (data) => write(data as PayloadOf<Path>),
    ...(write2025 && { write2025: (data) => write2025(data as PayloadOf<Path>) }),
  }
}
