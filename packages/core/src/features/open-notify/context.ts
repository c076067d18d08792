import type { CelestrakContext } from '#compat/celestrak/context'

/** The services of CelesTrak's paths, whose way to the elements open-notify's paths share. */
export interface OpenNotifyContext extends CelestrakContext {}
