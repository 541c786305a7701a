import type { Feature } from '#http/feature'
import {
  catererEndpoints,
  choiceEndpoints,
  committeeTypeEndpoints,
  participantTypeEndpoints,
  speakerEndpoints,
} from './endpoints.ts'
import { productEndpoints, productOptionEndpoints } from './products.ts'

/** What events are put together from: speakers, caterers, products, participant and committee types. */
export const catalogue: Feature = {
  endpoints: [
    ...speakerEndpoints,
    ...catererEndpoints,
    ...productEndpoints,
    ...productOptionEndpoints,
    ...participantTypeEndpoints,
    ...committeeTypeEndpoints,
    ...choiceEndpoints,
  ],
}
