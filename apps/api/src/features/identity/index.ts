import type { Feature } from '#http/feature'
import { endpoints } from './endpoints.ts'
import { identityCrontab, identityJobs } from './jobs.ts'
import { identityTemplates } from './mails.ts'
import { sealContext } from './mfa.ts'
import { officeLinkEndpoints } from './office-links.ts'
import { spouseLinkEndpoints } from './spouse-links.ts'
import { spouseTemplates } from './spouse-mails.ts'

export { nameOf, waitingTitles } from './account-view.ts'
export {
  type AccountPatch,
  findAccount,
  formerPasswords,
  holdAccount,
  insertAccount,
  setPassword,
  updateAccount,
} from './accounts.store.ts'
export { followersOf } from './followers.ts'
export { invitationLink } from './mails.ts'
export { sendConfirmation, sendInvitation, sendNotice, sendPasswordReset } from './messages.ts'
export { resetMfa } from './mfa.ts'
export { hashPassword, newPasswordHash } from './passwords.ts'
export { erase, forgetPerson } from './personal-data.ts'
export { profilePatch, replaceAvatar } from './profile.ts'
export { countryCode, passwordWords, storeAvatar } from './registration.ts'
export { confirmedTitles, hasAdditional, newTitles } from './rules.ts'
export { endSessions, shiftOf } from './sessions.ts'
export { updateSpouse } from './spouses.store.ts'
export { designationWaits, titleOfSpouseWaits, titleWaits, waitingNames } from './titles.store.ts'
export { endTitleAlert, raiseTitleAlert, tellTitleDecision, tellTitleOfSpouse } from './titles.ts'

/** Accounts: registration, sign-in, sessions, second steps, profile. */
export const identity: Feature = {
  endpoints: [...endpoints, ...spouseLinkEndpoints, ...officeLinkEndpoints],
  jobs: identityJobs,
  crontab: identityCrontab,
  templates: { ...identityTemplates, ...spouseTemplates },
  sealed: [
    {
      table: 'mfa_methods',
      key: ['user_id', 'method'],
      column: 'secret_sealed',
      context: (row) => sealContext(row.user_id ?? ''),
    },
  ],
}
