import { defineTexts } from '@shiloh/contract/core'

/** Texts of every managed resource. */
export const texts = defineTexts('staff/resources', {
  name: 'Name',
  description: 'Description',
  phone: 'Phone',
  code: 'Code',
  changed: 'Changed',
  remove: 'Delete',
  remove_question: '{count, plural, one {Delete {name}?} other {Delete # entries?}}',
  remove_text: 'This cannot be undone. Entries still in use are kept.',
  remove_text_undo: 'Entries still in use are kept.',
  undo: 'Undo',
  back: '{count, plural, one {# entry is back} other {# entries are back}}',
  removed: '{count, plural, one {# entry deleted} other {# entries deleted}}',
  kept_title: '{count, plural, one {This cannot be deleted now} other {# entries cannot be deleted now}}',
  kept_named: '“{name}” cannot be deleted now',
  used_by: 'Appears in:',
  looking: 'Looking for what uses it …',
  understood: 'OK',
  kept: '{count, plural, one {# entry could not be deleted} other {# entries could not be deleted}}: {reason}',
})
