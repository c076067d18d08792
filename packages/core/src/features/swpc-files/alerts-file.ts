import { servedFile } from '#compat/swpc/served-file'
import { notices as noticesEndpoint } from '#space-weather/endpoints/notices'

/** NOAA's notices of about a month, newest first, with the original line endings. */
export const alertsFile = servedFile(noticesEndpoint, ({ notices }) =>
  notices.map(({ product_id, issued_at, text }) => ({
    product_id,
    issue_datetime: issued_at.slice(0, -1).replace('T', ' '),
    message: text.replaceAll('\n', '\r\n'),
  })),
)
