import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/spouse', {
  note: 'People you can bring when you reserve.',
  add: 'Add spouse',
  empty: 'Nobody is on your list yet',
  empty_hint: 'Add your spouse once, and reserve for both of you in one go: one room, two tickets.',
  edit: 'Edit',
  edit_named: 'Edit {name}',
  remove: 'Remove',
  remove_named: 'Remove {name}',
  add_title: 'Add spouse',
  edit_title: 'Edit {name}',
  remove_question: 'Remove {name}?',
  remove_text: 'You will no longer be able to reserve for {name}. Past reservations stay as they are.',
  saved: 'Saved',
  removed: '{name} was removed',
  born: 'Born {date}',
})
