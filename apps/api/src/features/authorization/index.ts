import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { titleClaimEndpoints } from './titles.ts'

export { lackingTo, refuseBeyond } from './grants.ts'
export { ensureOwner } from './owner.ts'
export { findNames, findPeople, selectPeople } from './people.store.ts'
export { peopleImport } from './people-import.ts'
export { userSheet } from './sheets.ts'
export {
  approvePerson,
  changePerson,
  deactivatePerson,
  placeOfPerson,
  reactivatePerson,
  restorePerson,
  statusOfPerson,
} from './users.ts'

/** Permissions, policies and roles, and the accounts that administrators manage. */
export const authorization: Feature = { endpoints: [...endpoints, ...titleClaimEndpoints] }
