import type { Feature } from '#http/feature'
import {
  catererEndpoints,
  choiceEndpoints,
  committeeTypeEndpoints,
  participantTypeEndpoints,
  speakerEndpoints,
} from './endpoints.ts'
import { productEndpoints, productOptionEndpoints } from './products.ts'

/** The building blocks of events: speakers, caterers, products, participant types and committee types. */
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
