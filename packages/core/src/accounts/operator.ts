/** The account of the receivers in the configuration; no key can be issued for it. */
export const OPERATOR = 'operator'
