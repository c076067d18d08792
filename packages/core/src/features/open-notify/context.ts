import type { CelestrakContext } from '#features/celestrak/context'

/** The services of CelesTrak's paths, whose way to the elements open-notify's paths share. */
export interface OpenNotifyContext extends CelestrakContext {}
