import { defineTexts } from '@shiloh/contract/core'

/** Texts of the tables of lists that staff have. */
export const texts = defineTexts('staff/list-tables', {
  total_of_filter: 'Total of the filter',
  total_of_list: 'Total',
  page_selected: '{count, plural, one {# row on this page is selected.} other {# rows on this page are selected.}}',
  select_everything: '{filtered, select, true {Select all {count} of this filter} other {Select all {count}}}',
  everything_selected: 'All {count} are selected, also on the other pages.',
  only_page: 'Only this page',
  everything_question: '{act}: {count}?',
  everything_text:
    'Each of them is treated like a single one, in the background. Progress, and a file of what was refused and why, are under Activity. You can stop it there.',
  everything_reason: 'Reason for the guests (optional)',
  everything_close: 'Back',
  everything_started: 'Started. Progress is under Activity.',
  print: 'Print',
  printed_all: '{count, plural, one {# row} other {# rows}}',
  printed_some: 'The first {count} of {total} rows. Narrow the filter to print the others.',
})
