import type { Environment } from '#kernel/kit/environment'
import { InvalidOptionError } from '#kernel/kit/errors'

/**
 * Returns the context of an instance that sends requests to providers.
 *
 * @throws InvalidOptionError on a mirror
 */
export function requireProviders<In extends Environment>(context: In): In {
  if (context.settings.mirror)
    throw new InvalidOptionError(
      'a mirror makes no requests to providers; run this job on its central instance',
    )
  return context
}
