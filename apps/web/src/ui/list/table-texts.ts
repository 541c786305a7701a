import { defineTexts } from '@shiloh/contract/core'

/** Texts of the tables of lists that staff have. */
export const texts = defineTexts('staff/list-tables', {
  total_of_filter: 'Total of the filter',
  total_of_list: 'Total',
  no_total: 'No total: the rows are too many, or in several currencies. Narrow the filter to see it.',
  page_selected: '{count, plural, one {# row on this page is selected.} other {# rows on this page are selected.}}',
  select_everything: '{filtered, select, true {Select all {count} of this filter} other {Select all {count}}}',
  everything_selected: 'All {count} are selected, also on the other pages.',
  only_page: 'Only this page',
  everything_question: '{act}: {count}?',
  everything_text:
    'Each of them is treated like a single one, in the background. Progress, and a file of what was refused and why, are under Activity. You can stop it there.',
  everything_reason: 'Reason for the guests (optional)',
  reason_needed: 'Reason, which the people concerned see',
  everything_close: 'Back',
  works_on: 'You can close this. It continues, and its progress is under Activity.',
  edit_title: '{count, plural, one {Edit # row} other {Edit # rows}}',
  edit_action: '{count, plural, one {Change # row} other {Change # rows}}',
  edit_hint: 'What you leave empty stays as it is in each row.',
  answered: '{done} of {total}',
  changed_many: '{count, plural, one {# changed} other {# changed}}',
  taken_back: '{count, plural, one {# taken back} other {# taken back}}',
  already_so: '{count, plural, one {# was already so} other {# were already so}}',
  refused_many: '{count, plural, one {# refused} other {# refused}}',
  refused_one: '{name}: {reason}',
  refused_more: 'The file under Activity has all that were refused.',
  undo: 'Undo',
  close_work: 'Close',
  print: 'Print',
  printed_all: '{count, plural, one {# row} other {# rows}}',
  printed_some: 'The first {count} of {total} rows. Narrow the filter to print the others.',
})
