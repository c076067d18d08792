import type { Setting } from '#config/setting'

const WITH_PASSWORD = /^(rediss?(\+\w+)?|postgres(ql)?):\/\/.*:.+@/s

/** Warns about a password on the command line. */
export function passwordWarnings(settings: readonly Setting[]): string[] {
  const isShown = settings.some(
    ({ field, source, value }) => field === 'store' && source === 'flag' && WITH_PASSWORD.test(String(value)),
  )
  return isShown
    ? [
        'ps shows the password in --store to all users of this machine; use SPACE_DATA_STORE or the ' +
          '--config file',
      ]
    : []
}
