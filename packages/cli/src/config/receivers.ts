import type { OperatorReceiver } from '@space-data/core'
import type { Kind, WrongPart } from '#config/kinds'

/** The operator’s own receivers of alerts. */
export const receivers: Kind<readonly OperatorReceiver[]> = {
  message: 'a list such as [{"url": "https://…", "types": ["upstream.*"]}]',
  accepts: (value): value is OperatorReceiver[] => Array.isArray(value) && !wrongReceiver(value),
  parse: (given) => given,
  wrongPart: (value) => (Array.isArray(value) ? wrongReceiver(value) : undefined),
}

function wrongReceiver(list: readonly unknown[]): WrongPart | undefined {
  const parts = list.flatMap((receiver, i): WrongPart[] => {
    const { url, types, ...others } = (receiver ?? {}) as Record<string, unknown>
    const [other] = Object.keys(others)
    const whole = 'an object such as {"url": "https://…", "types": ["upstream.*"]}'
    if (other !== undefined) return [{ at: `.${i}.${other}`, message: whole, value: receiver }]
    const isUrl = typeof url === 'string' && URL.canParse(url) && /^https?:/.test(url)
    if (!isUrl) return [{ at: `.${i}.url`, message: 'an http or https URL', value: url }]
    if (!Array.isArray(types)) return [{ at: `.${i}.types`, message: whole, value: receiver }]
    const wrong = types.findIndex((type) => !/^(\*|\w+(\.\w+)*(\.\*)?)$/.test(String(type)))
    const message = 'a type of alert such as upstream.down, or a pattern such as upstream.*'
    return wrong < 0 ? [] : [{ at: `.${i}.types.${wrong}`, message, value: types[wrong] }]
  })
  return parts[0]
}
