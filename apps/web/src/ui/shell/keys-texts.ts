import { defineTexts } from '@shiloh/contract/core'

/** The keys of the admin area. */
export const texts = defineTexts('staff/keys', {
  title: 'Keys',
  close: 'Close',
  everywhere: 'Everywhere',
  lists: 'In lists',
  forms: 'In forms',
  search: 'Search for people, reservations, screens and actions',
  this_help: 'Show these keys',
  find: 'Search this list',
  next: 'Next row',
  previous: 'Previous row',
  open: 'Open the row',
  select: 'Select the row',
  save: 'Save',
  leave: 'Close; asks first if something was typed',
})
