import type { Feature } from '#http/feature'
import { boardEndpoints } from './board.ts'
import { bundleEndpoints } from './bundle.ts'
import { deviceEndpoints } from './devices.ts'
import { endpoints } from './endpoints.ts'
import { paperEndpoints } from './paper.ts'
import { scanListEndpoints } from './scan-list.ts'

export { ownGates } from './contact.ts'
export { startCheckin } from './scan-batches.ts'

/** The gate: check-in, check-out, and what the device shows. */
export const checkin: Feature = {
  endpoints: [
    ...endpoints,
    ...deviceEndpoints,
    ...bundleEndpoints,
    ...boardEndpoints,
    ...scanListEndpoints,
    ...paperEndpoints,
  ],
}
