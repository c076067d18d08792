/** An invalid part of a value: its path, such as `.0.url`, and the values that it accepts. */
export interface WrongPart {
  readonly at: string
  readonly message: string
  readonly value: unknown
}

/** Kind of the values that a setting accepts. */
export interface Kind<Value = unknown> {
  /** Completes the sentence `<setting> takes <message>, not <value>`. */
  readonly message: string
  readonly accepts: (value: unknown) => value is Value
  /** Converts the text of a flag or a variable; returns text that it cannot convert unchanged. */
  readonly parse: (text: string) => unknown
  /** Finds the invalid part of a value that has parts. */
  readonly wrongPart?: (value: unknown) => WrongPart | undefined
  /** All values, for completion. */
  readonly choices?: readonly string[]
}

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number): Kind<number> {
  return {
    message: `a whole number from ${min} to ${max}`,
    accepts: (value): value is number =>
      Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    parse: (given) => (/^\d{1,9}$/.test(given) ? Number(given) : given),
  }
}

/** A text that `isValid` accepts. */
export function text(message: string, isValid: (value: string) => boolean): Kind<string> {
  return {
    message,
    accepts: (value): value is string => typeof value === 'string' && isValid(value),
    parse: (given) => given,
  }
}

/** One of several words. */
export function oneOf<Word extends string>(choices: readonly Word[], message: string): Kind<Word> {
  return {
    message,
    accepts: (value): value is Word => choices.some((choice) => choice === value),
    parse: (given) => given,
    choices,
  }
}

export const trueOrFalse: Kind<boolean> = {
  message: 'true or false',
  accepts: (value): value is boolean => typeof value === 'boolean',
  parse: (given) => (given === 'true' ? true : given === 'false' ? false : given),
}
