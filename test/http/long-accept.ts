/** More than 1 kB of a preference that no client has. */
export const LONG_ACCEPT = `text/html;q=0.9${',text/a;q=0.1'.repeat(1_100)}`
export const LONG_PARAMETERS = `text/html;q=0.1,${'a/b;'.repeat(3_600)}q=1`
