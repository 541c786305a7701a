import type { LoginAnswer } from '@shiloh/contract/identity/sign-in'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { PersonAsked } from './choose-person.tsx'

/** Goes on from the answer of a sign-in: in, to the second step, or to the choice of a person (`asked`). */
export function useAnswer(onSignedIn: () => Promise<void>) {
  const navigate = useNavigate()
  const [asked, setAsked] = useState<PersonAsked>()
  const goOn = async (answer: LoginAnswer): Promise<void> => {
    if ('account_choice_required' in answer) {
      setAsked(answer)
    } else if ('mfa_required' in answer) {
      const sent = answer.code_sent_by ?? undefined
      await navigate({ to: '/auth/mfa', search: { methods: answer.methods, ...(sent && { sent }) } })
    } else {
      await onSignedIn()
    }
  }
  return { asked, setAsked, goOn }
}
