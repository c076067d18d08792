import { servedFile } from '#compat/swpc/served-file'

/** NOAA's notices of about a month, newest first, with the original line endings. */
export const alertsFile = servedFile('/v1/space-weather/notices', ({ notices }) =>
  notices.map(({ product_id, issued_at, text }) => ({
    product_id,
    issue_datetime: issued_at.slice(0, -1).replace('T', ' '),
    message: text.replaceAll('\n', '\r\n'),
  })),
)
