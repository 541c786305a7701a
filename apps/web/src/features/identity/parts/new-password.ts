import { MAX_PASSWORD } from '@shiloh/contract/identity/passwords'
import { z } from 'zod'

/** A new password and its repetition. The organisation's policy decides what it must contain. */
export const newPasswordBody = z.object({
  password: z.string().min(1, { error: 'required' }).max(MAX_PASSWORD),
  password_confirmation: z.string().min(1, { error: 'required' }).max(MAX_PASSWORD),
})
