import * as v from 'valibot'
import { bulletinEndpoint, bulletinMembers } from '#features/space-weather/bulletins/bulletin-endpoint'
import { type Discussion, discussionText } from '#features/space-weather/bulletins/swpc-discussion'
import { fromMeasurement } from '#kernel/endpoint/measured'
import { named, orNull, text } from '#kernel/endpoint/schemas'
import { iso, minutes } from '#kernel/kit/time'

const section = v.strictObject({
  topic: text('Topic, as NOAA names it', 'Solar Activity'),
  summary: orNull(
    text('Activity of the last 24 hours; null if not written', 'Solar activity reached high levels.'),
  ),
  forecast: orNull(text('Expected activity; null if not written', 'Solar activity is expected to be high.')),
})

const data = v.strictObject({
  ...bulletinMembers('forecast discussion'),
  sections: v.pipe(
    v.array(named('DiscussionSection', section)),
    v.description('The discussion by topic, in the order of the text'),
  ),
})

/** Serves the forecast discussion of NOAA. */
export const discussion = bulletinEndpoint({
  path: '/v1/space-weather/discussion',
  operationId: 'getDiscussion',
  summary: 'Forecast discussion of NOAA SWPC',
  description:
    'Text that NOAA’s forecasters write at 00:30 and 12:30 UTC about the Sun, energetic particles, the ' +
    'solar wind and the geomagnetic field. It covers the last 24 hours and the next days. The response has ' +
    'it by topic, and as one text.',
  ttlMs: minutes(15),
  data: named('Discussion', data),
  source: fromMeasurement(discussionText, toDiscussionData),
})

function toDiscussionData(
  { issuedAt, sections, text }: Discussion,
  source: string,
): v.InferOutput<typeof data> {
  const issued_at = iso(issuedAt)
  return { issued_at, sections: sections.map((each) => ({ ...each })), text, as_of: issued_at, source }
}
