import { levelColours } from '@space-data/charts/text'
import type { LoggedAlert } from '#features/alerts/alert'
import { levelNumber, scaleOf } from '#features/alerts/alert-scale'
import { describeAlert } from '#features/alerts/describe-alert'
import type { ChatService } from '#features/alerts/webhook-records'

/** A message for a chat service. */
interface ChatMessage {
  readonly url: string
  readonly body: object
}

/** Characters of a sentence. Markup for Slack lengthens it, and ntfy counts up to 3 bytes for each. */
const MAX = { slack: 2_000, discord: 256, ntfy: 1_300 } as const
/** Colour of alerts without a level. */
const NO_LEVEL = '#586070'

/**
 * Returns the message of an alert as a chat service documents it, with a colour or a priority by NOAA's level
 * and, if the public URL of the service is known, a link to the alert.
 */
export function chatMessage(
  service: ChatService,
  url: string,
  alert: LoggedAlert,
  publicUrl: string | undefined,
): ChatMessage {
  const level = levelNumber(scaleOf(alert))
  const words = { title: shortened(describeAlert(alert), MAX[service]), footer: footerOf(alert) }
  const link = publicUrl && `${publicUrl.replace(/\/$/, '')}/alerts#${alert.id}`
  const colour = level === 0 ? NO_LEVEL : (levelColours[level]?.fill ?? NO_LEVEL)
  const write = { slack: toSlack, discord: toDiscord, ntfy: toNtfy }[service]
  return write({ ...words, url, alert, level, colour, link })
}

interface Parts {
  readonly url: string
  readonly alert: LoggedAlert
  readonly title: string
  readonly footer: string
  /** NOAA's level, 0 without one. */
  readonly level: number
  readonly colour: string
  readonly link: string | undefined
}

/** Writes an incoming webhook of Slack, whose text treats `&`, `<` and `>` as markup. */
function toSlack({ url, alert, title, footer, colour, link }: Parts): ChatMessage {
  const text = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const ts = Math.floor(Date.parse(alert.timestamp) / 1_000)
  const attachment = { color: colour, fallback: text, title: text, footer, ts }
  return { url, body: { attachments: [{ ...attachment, ...(link && { title_link: link }) }] } }
}

/** Writes a webhook of Discord that mentions nobody. */
function toDiscord({ url, alert, title, footer, colour, link }: Parts): ChatMessage {
  const embed = {
    title,
    ...(link && { url: link }),
    color: Number.parseInt(colour.slice(1), 16),
    timestamp: alert.timestamp,
    footer: { text: footer },
  }
  return { url, body: { embeds: [embed], allowed_mentions: { parse: [] } } }
}

/** Writes JSON for ntfy, which takes it at the root of the server: the topic is the last part of the URL. */
function toNtfy({ url, title, footer, level, link }: Parts): ChatMessage {
  const target = new URL(url)
  const [, root = '/', topic = ''] = /^(.*\/)([^/]*)$/.exec(target.pathname) ?? []
  target.pathname = root
  const body = {
    topic,
    title: footer,
    message: title,
    priority: Math.max(3, level),
    ...(link && { click: link }),
  }
  return { url: String(target), body }
}

function footerOf({ type, data: { source } }: LoggedAlert): string {
  return shortened(typeof source === 'string' ? `${type}, ${source}` : type, 200)
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
