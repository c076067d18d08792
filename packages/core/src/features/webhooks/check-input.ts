import * as v from 'valibot'
import { matchesType } from '#features/alerts/alert-type'
import { alertTypes } from '#features/alerts/alert-types'
import type { AlertSettings } from '#features/alerts/settings'
import { FLARE_LEVELS } from '#features/alerts/types/space-weather'
import type { WebhookParameters, WebhookRecord } from '#features/alerts/webhook-records'
import type { WebhookInput } from '#features/webhooks/webhook'
import { isLabel } from '#kernel/accounts/keys/label'
import { containsSecret } from '#kernel/accounts/keys/secret'
import { InvalidOptionError } from '#kernel/kit/errors'

/** AlertSettings made by the owner of a webhook. */
export type CheckedInput = Pick<WebhookRecord, 'url' | 'types' | 'parameters' | 'description'>

const MAX_URL_LENGTH = 2_048
const MAX_TYPES = 20
/** Maximum number of objects or shells per webhook. */
const MAX_WATCHED = 100
/** Maximum number of objects whose passes a webhook watches. */
const MAX_PASSING = 20

/**
 * Checks the fields that are present. The sender checks whether the receiver's address is allowed.
 * @throws InvalidOptionError, whose message names the field.
 */
export function checkInput<Input extends Partial<WebhookInput>>(
  input: Input,
  settings: AlertSettings,
): Pick<CheckedInput, keyof Input & keyof CheckedInput> {
  const { url, types, parameters, description } = input
  const checked: Partial<CheckedInput> = {
    ...(url !== undefined && { url: checkUrl(url, settings) }),
    ...(types !== undefined && { types: checkTypes(types) }),
    ...(parameters !== undefined && { parameters: checkParameters(parameters, settings) }),
    ...(description !== undefined && { description: checkDescription(description, settings) }),
  }
  return checked as Pick<CheckedInput, keyof Input & keyof CheckedInput>
}

function checkUrl(url: string, { keyPrefix }: AlertSettings): string {
  const isUrl = typeof url === 'string' && url.length <= MAX_URL_LENGTH && URL.canParse(url)
  const parsed = isUrl ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.hash !== '')
    throw new InvalidOptionError(`url: an https URL of at most ${MAX_URL_LENGTH} characters, without #`)
  if (parsed.username !== '' || parsed.password !== '')
    throw new InvalidOptionError('url: must not contain a user name or a password')
  if (containsSecret(decode(url), keyPrefix)) throw new InvalidOptionError('url: must not contain an API key')
  return url
}

function checkTypes(types: readonly string[]): readonly string[] {
  if (!Array.isArray(types) || types.length > MAX_TYPES)
    throw new InvalidOptionError(`types: a list of at most ${MAX_TYPES} patterns`)
  const isKnown = (pattern: unknown) =>
    typeof pattern === 'string' &&
    /^(\*|\w+(\.\w+)*(\.\*)?)$/.test(pattern) &&
    alertTypes.some(({ type }) => matchesType(pattern, type))
  if (!types.every(isKnown))
    throw new InvalidOptionError('types: each must match a type of alert, such as geomagnetic.* or *')
  return [...new Set(types)]
}

function checkParameters(parameters: WebhookParameters, { grid }: AlertSettings): WebhookParameters {
  if (typeof parameters !== 'object' || parameters === null || Array.isArray(parameters))
    throw new InvalidOptionError('parameters: an object')
  const rules = new Map<string, Rule>(Object.entries(rulesFor(grid)))
  for (const [name, value] of Object.entries(parameters)) {
    const rule = rules.get(name)
    if (!rule) throw new InvalidOptionError(`parameters: only ${[...rules.keys()].join(', ')} are known`)
    if (value !== undefined && !v.is(rule.schema, value))
      throw new InvalidOptionError(`parameters: ${name} must be ${rule.expected}`)
  }
  if ((parameters.latitude === undefined) !== (parameters.longitude === undefined))
    throw new InvalidOptionError('parameters: latitude and longitude must be given together')
  if (parameters.passesOf?.length && parameters.latitude === undefined)
    throw new InvalidOptionError('parameters: passesOf needs the latitude and longitude of a location')
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined))
}

function checkDescription(description: string | null, { keyPrefix }: AlertSettings): string | null {
  if (description === null) return null
  if (typeof description !== 'string' || !isLabel(description) || containsSecret(description, keyPrefix))
    throw new InvalidOptionError('description: 1 to 100 characters without control characters or a key')
  return description
}

interface Rule {
  readonly expected: string
  readonly schema: v.GenericSchema
}

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
const listOf = (item: v.GenericSchema) => v.pipe(v.array(item), v.maxLength(MAX_WATCHED))
const degrees = (most: number): Rule => ({
  expected: `degrees from -${most} to ${most}`,
  schema: v.pipe(v.number(), v.minValue(-most), v.maxValue(most)),
})
const trueOrFalse: Rule = { expected: 'true or false', schema: v.boolean() }
const scale: Rule = { expected: 'a whole number from 1 to 5', schema: wholeNumber(1, 5) }

/** Returns the rules of the parameters, for shells of this grid. */
const rulesFor = ({ minKm, maxKm }: AlertSettings['grid']): Record<keyof WebhookParameters, Rule> => ({
  noradIds: {
    expected: `a list of at most ${MAX_WATCHED} catalogue numbers`,
    schema: listOf(wholeNumber(1, 999_999_999)),
  },
  altitudesKm: {
    expected: `a list of at most ${MAX_WATCHED} altitudes of shells in km, multiples of 10`,
    schema: listOf(v.pipe(wholeNumber(minKm, maxKm - 10), v.multipleOf(10))),
  },
  minGScale: scale,
  minSScale: scale,
  minFlareClass: { expected: 'M1, M5, X1 or X10', schema: v.picklist(FLARE_LEVELS) },
  latitude: degrees(90),
  longitude: degrees(180),
  minPercent: { expected: 'a whole number from 1 to 100', schema: wholeNumber(1, 100) },
  onlyDark: trueOrFalse,
  passesOf: {
    expected: `a list of 1 to ${MAX_PASSING} catalogue numbers`,
    schema: v.pipe(v.array(wholeNumber(1, 999_999_999)), v.minLength(1), v.maxLength(MAX_PASSING)),
  },
  minElevationDeg: { expected: 'a whole number from 0 to 89', schema: wholeNumber(0, 89) },
  minutesBefore: { expected: 'a whole number from 1 to 120', schema: wholeNumber(1, 120) },
  onlyVisible: trueOrFalse,
})

function decode(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url
  }
}
