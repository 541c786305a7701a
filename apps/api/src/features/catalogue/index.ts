import type { Feature } from '#http/feature'
import {
  catererEndpoints,
  choiceEndpoints,
  committeeTypeEndpoints,
  participantTypeEndpoints,
  speakerEndpoints,
} from './endpoints.ts'
import { productEndpoints, productOptionEndpoints } from './products.ts'

export { pickCaterers, selectCaterers } from './caterers.store.ts'
export { catererImport, catererVendor, changeCaterer, speakerImport, typeImports } from './endpoints.ts'
export { pickOptions, pickProducts, selectProductIds } from './products.store.ts'
export { changeProduct, optionImport, productImport, productVendor } from './products.ts'
export { catererSheet, optionSheet, productSheet, speakerSheet, typeSheets } from './sheets.ts'
export { pickSpeakers } from './speakers.store.ts'
export { pickTypes } from './types.store.ts'

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
