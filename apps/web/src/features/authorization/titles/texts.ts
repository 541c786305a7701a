import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/titles-to-confirm', {
  titles_to_confirm: 'Titles to confirm',
  none: 'No titles to confirm',
  none_hint: 'Whether a title needs it is set with the title.',
  claims: 'Claims',
  spouse_of: 'Spouse of',
  spouse_of_person: 'Spouse of {name}',
  since: 'Since',
  waits:
    '{count, plural, one {{names} waits to be confirmed, and grants nothing until then.} other {{names} wait to be confirmed, and grant nothing until then.}}',
  confirm: 'Confirm',
  confirm_question: '{count, plural, one {Confirm “{titles}” for {name}?} other {Confirm the titles of # people?}}',
  confirm_text:
    '{count, plural, one {Types, prices and rooms for this become available to {name}. {of, select, spouse {The member who listed them is notified.} other {They are notified.}}} other {Types, prices and rooms for these titles become available to them, and each of them is notified. For a spouse, the member who listed them is.}}',
  decline: 'Decline',
  decline_question: '{count, plural, one {Decline “{titles}” for {name}?} other {Decline the titles of # people?}}',
  decline_text:
    '{count, plural, one {“{titles}” is removed. {of, select, spouse {The member who listed {name} sees your reason.} other {{name} sees your reason.}}} other {The titles are removed, and each person sees your reason. For a spouse, the member who listed them does.}}',
  reason: 'Reason',
  confirmed: '{count, plural, one {# title confirmed} other {# titles confirmed}}',
  declined: '{count, plural, one {# title declined} other {# titles declined}}',
  skipped: '{count, plural, one {# was changed in the meantime} other {# were changed in the meantime}}',
})
