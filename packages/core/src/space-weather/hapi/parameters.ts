import * as v from 'valibot'
import { optional } from '#endpoint/query-parameters'
import { DATASETS, TIME } from '#space-weather/hapi/datasets'

const ids = DATASETS.map(({ id }) => id)
const names = [TIME, ...new Set(DATASETS.flatMap(({ parameters }) => parameters.map(({ name }) => name)))]

export const datasetParameter = v.pipe(
  v.picklist(ids),
  v.description(`Dataset: ${ids.join(', ')}; id is an older name of this parameter`),
  v.examples(['kp_3h']),
)

export const parametersParameter = optional(
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^((${names.join('|')})(,(${names.join('|')}))*)?$`)),
    v.maxLength(100),
    v.description(
      'Parameters of the dataset in its order, separated by commas; Time always comes; default all',
    ),
    v.examples(['Time,kp']),
  ),
)

export const referencesParameter = optional(
  v.pipe(
    v.picklist(['true', 'false']),
    v.description('Makes no difference: no response has references'),
    v.examples(['true']),
  ),
)
