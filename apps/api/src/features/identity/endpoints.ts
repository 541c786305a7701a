import { identityRoutes } from '@shiloh/contract/identity/identity'
import { bind } from '#http/binder'
import { confirmHandlers } from './confirm.ts'
import { confirmCodeHandlers } from './confirm-code.ts'
import { familyHandlers } from './family.ts'
import { mfaHandlers } from './mfa.ts'
import { passkeyHandlers } from './passkeys.ts'
import { passwordHandlers } from './password-reset.ts'
import { personalHandlers } from './personal-data.ts'
import { profileHandlers } from './profile.ts'
import { registrationHandlers } from './registration.ts'
import { sessionHandlers } from './sessions.ts'
import { signInHandlers } from './sign-in.ts'
import { signInCodeHandlers } from './sign-in-code.ts'
import { spouseHandlers } from './spouses.ts'

export const endpoints = bind(identityRoutes, {
  ...signInHandlers,
  ...signInCodeHandlers,
  ...sessionHandlers,
  ...confirmHandlers,
  ...confirmCodeHandlers,
  ...registrationHandlers,
  ...passwordHandlers,
  ...profileHandlers,
  ...personalHandlers,
  ...spouseHandlers,
  ...familyHandlers,
  ...mfaHandlers,
  ...passkeyHandlers,
})
