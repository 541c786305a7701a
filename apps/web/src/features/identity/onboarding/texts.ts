import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/onboarding', {
  basic_lead: 'We need this once, for your tickets and your room.',
  lead_ahead: 'We need this once, for your tickets and your room. Then you can reserve your place at {event}.',
  change_known: 'Change',
  change_known_named: 'Change what you gave when you registered',
  church_lead: 'Which assembly do you belong to?',
  step: 'Step {step} of {of}',
  not_member_hint: 'Then we will not ask for your assembly.',
  finish: 'Save and finish',
  finish_basic: 'Save and continue',
  back_to_basics: 'Back to your details',
})
