import * as v from 'valibot'
import { quantity } from '#declare/schemas'

/** Schema of the mean numbers of objects of each type in a shell. */
export const objectsByKind = v.pipe(
  v.strictObject({
    payload: quantity('Payloads', 120.5, 0),
    rocket_body: quantity('Rocket bodies', 30.1, 0),
    debris: quantity('Debris', 250.2, 0),
    unknown: quantity('Objects of unknown type', 3.4, 0),
  }),
  v.title('ObjectsByKind'),
  v.description('Mean number of objects in the shell by type'),
)
