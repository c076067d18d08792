/** Name and version of this service, as it identifies itself. */
export const SERVICE = {
  title: 'Space-Data',
  version: '0.1.0',
  operator: 'The operator of this instance',
} as const
