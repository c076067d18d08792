import { siteFile } from '#features/pages/site-file'
import { ICON } from '#features/shared/page/icon'
import { text } from '#kernel/endpoint/schemas'

/** Serves the icon of the site. */
export const favicon = siteFile({
  path: '/favicon.ico',
  operationId: 'getFavicon',
  summary: 'The icon of the site, as SVG',
  type: 'image/svg+xml',
  schema: text('The image', ICON),
  content: () => ICON,
})
