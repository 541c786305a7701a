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
  confirm_question: '{count, plural, one {Confirm the title of {name}?} other {Confirm the titles of # people?}}',
  confirm_text:
    'Types, prices and rooms for these titles become available to them, and each of them is notified. For a spouse, the member who listed them is.',
  decline: 'Decline',
  decline_question: '{count, plural, one {Decline the title of {name}?} other {Decline the titles of # people?}}',
  decline_text: 'The title is removed, and the person sees your reason. For a spouse, the member who listed them does.',
  reason: 'Reason',
  confirmed: '{count, plural, one {# title confirmed} other {# titles confirmed}}',
  declined: '{count, plural, one {# title declined} other {# titles declined}}',
  skipped: '{count, plural, one {# was changed in the meantime} other {# were changed in the meantime}}',
})
