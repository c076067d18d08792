import { notices as noticesEndpoint } from '#features/space-weather/notices/notices'
import { servedFile } from '#features/swpc-files/served-file'

/** NOAA's notices of about a month, newest first, with the original line endings. */
export const alertsFile = servedFile(noticesEndpoint, ({ notices }) =>
  notices.map(({ product_id, issued_at, text }) => ({
    product_id,
    issue_datetime: issued_at.slice(0, -1).replace('T', ' '),
    message: text.replaceAll('\n', '\r\n'),
  })),
)
