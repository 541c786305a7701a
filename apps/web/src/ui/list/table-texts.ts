import { defineTexts } from '@shiloh/contract/core'

/** Texts of the tables of lists that staff have. */
export const texts = defineTexts('staff/list-tables', {
  total_of_filter: 'Total of the filter',
  total_of_list: 'Total',
  print: 'Print',
  printed_all: '{count, plural, one {# row} other {# rows}}',
  printed_some: 'The first {count} of {total} rows. Narrow the filter to print the others.',
})
