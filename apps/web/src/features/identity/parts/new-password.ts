import { MAX_PASSWORD } from '@shiloh/contract/identity/passwords'
import { z } from 'zod'

/** A new password and the same again; what it must contain is the organisation's policy. */
export const newPasswordBody = z.object({
  password: z.string().min(1, { error: 'required' }).max(MAX_PASSWORD),
  password_confirmation: z.string().min(1, { error: 'required' }).max(MAX_PASSWORD),
})
