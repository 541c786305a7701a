import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/waiting-change', {
  what_changes: 'What would change',
  no_answer: 'No answer',
  more: 'More in all',
  otherwise: 'If it is not paid by then, everything stays as it is now.',
  otherwise_due: 'If it is not paid by then, everything stays as it is now, and {amount} is due by {when}.',
  take_back: 'Take the change back',
  take_back_title: 'Take the change back?',
  take_back_effect:
    'Everything stays as it is now. What is held for the change is free for others, and there is nothing more to pay for it.',
  take_back_keep: 'Keep the change',
  taken_back: 'The change is taken back. Everything stays as it was.',
})
