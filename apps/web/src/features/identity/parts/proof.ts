import { z } from 'zod'

/** A field for a code or a recovery code. */
export const proofBody = z.object({ code: z.string().trim().min(1, { error: 'required' }) })

/** Returns the proof: six digits are a code, everything else is a recovery code. */
export function proofOf(typed: string): { code: string } | { recovery_code: string } {
  const code = typed.replace(/\s/g, '')
  return /^\d{6}$/.test(code) ? { code } : { recovery_code: code }
}
