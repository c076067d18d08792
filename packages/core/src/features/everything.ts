import { alerts } from '#features/alerts/feature'
import { celestrak } from '#features/celestrak/feature'
import { customShells } from '#features/custom-shells/feature'
import { debris } from '#features/debris/feature'
import { hapi } from '#features/hapi/feature'
import { launches } from '#features/launches/feature'
import { objects } from '#features/objects/feature'
import { openNotify } from '#features/open-notify/feature'
import { pages } from '#features/pages/feature'
import { passes } from '#features/passes/feature'
import { reference } from '#features/reference/feature'
import { reports } from '#features/reports/feature'
import { signing } from '#features/signing/feature'
import { spaceWeather } from '#features/space-weather/feature'
import { speedtest } from '#features/speedtest/feature'
import { status } from '#features/status/feature'
import { streamTickets } from '#features/stream-tickets/feature'
import { swpcFiles } from '#features/swpc-files/feature'
import { upstreamCheck } from '#features/upstream-check/feature'
import { webhooks } from '#features/webhooks/feature'
import { accounts } from '#kernel/accounts/feature'

/** All features, in the order of the documentation. */
export const everything = [
  accounts,
  streamTickets,
  spaceWeather,
  hapi,
  launches,
  objects,
  passes,
  debris,
  reports,
  alerts,
  webhooks,
  customShells,
  celestrak,
  swpcFiles,
  openNotify,
  reference,
  speedtest,
  upstreamCheck,
  status,
  pages,
  signing,
] as const
