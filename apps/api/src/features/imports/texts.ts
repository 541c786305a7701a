import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('server/imports', {
  failed: 'The import failed. The rows that were imported before stay. You can continue or undo it.',
  touched:
    'This import can no longer be undone: {changed, plural, =0 {} one {# row was changed since. } other {# rows were changed since. }}{used, plural, =0 {} one {# row is used elsewhere.} other {# rows are used elsewhere.}}',
  day_form: 'Write the day as dd-mm-yyyy, for example 13-05-1990.',
  day_month: 'The month is 01 to 12. Write dd-mm-yyyy, for example 13-05-1990.',
  day_days: '{month} has {days} days.',
  day_past: 'A birth date is in the past.',
  phone: '9 digits after 0 or the country code, for example 024 555 3652 or +233 24 555 3652.',
  twice_record: 'The same as in row {row}. Only that row is imported.',
  twice: 'The same person as in row {row}. Only that row is imported.',
  not_listed: 'No entry of this list has that name. Choose one, or add it to the list first.',
  no_country: 'There is no such country. Write its code, for example GH, or its name, for example Ghana.',
  ambiguous: 'Several entries have this name. Choose one.',
  problem: 'What is wrong',
  refused_file: 'refused',
})
