import { z } from 'zod'
import { deleteAnswers } from '#http/idempotency.store'
import type { JobTable } from '#platform/deps'
import { REMOVE_STORED_FILE } from '#platform/files/files.store'
import { sweepChallenges } from './passkeys.store.ts'
import { SEND_RESET, sendReset } from './password-reset.ts'
import { REGISTER, RESEND_CONFIRMATION, registerAccount, resendConfirmation } from './registration.ts'
import { sweepLimits, sweepSessions } from './sessions.store.ts'
import { SEND_SIGN_IN_CODE, sendCodeToSignIn } from './sign-in-code.ts'
import { spouseLinkJobs } from './spouse-links.ts'

const SWEEP = 'sweep_sessions'
const SWEEP_LIMITS = 'sweep_limits'
const KEPT_DAYS = 30
/** A request is repeated within minutes. Its answer can name people. */
const ANSWER_DAYS = 2

const storedFile = z.object({ storage_key: z.string() })

export const identityJobs: JobTable = {
  [REGISTER]: registerAccount,
  [RESEND_CONFIRMATION]: resendConfirmation,
  [SEND_RESET]: sendReset,
  [SEND_SIGN_IN_CODE]: sendCodeToSignIn,
  [REMOVE_STORED_FILE]: async (payload, deps) => deps.files.remove(storedFile.parse(payload).storage_key),
  ...spouseLinkJobs,
  [SWEEP]: async (_, deps) => {
    await sweepSessions(deps.db, new Date(deps.clock().getTime() - KEPT_DAYS * 86_400_000))
    await deleteAnswers(deps.db, new Date(deps.clock().getTime() - ANSWER_DAYS * 86_400_000))
  },
  [SWEEP_LIMITS]: async (_, deps) => {
    await sweepLimits(deps.db)
    await sweepChallenges(deps.db, deps.clock())
  },
}

export const identityCrontab = [`17 3 * * * ${SWEEP}`, `41 * * * * ${SWEEP_LIMITS}`]
