/** The name and the version that this service gives of itself. */
export const SERVICE = {
  title: 'Space-Data',
  version: '0.1.0',
  operator: 'The operator of this instance',
} as const
