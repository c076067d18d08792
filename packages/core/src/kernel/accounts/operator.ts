/** The account of the receivers in the configuration. No key can be issued for it. */
export const OPERATOR = 'operator'
