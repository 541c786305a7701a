import { defineTexts } from '@shiloh/contract/core'

/** Texts of the filters of lists that staff have. */
export const texts = defineTexts('staff/list-filters', {
  any_of: 'is any of',
  none_of: 'is none of',
  not: 'not {values}',
  clear: 'Clear',
  find: 'Find',
  chosen: '{count, plural, one {# chosen} other {# chosen}}',
  today: 'Today',
  this_week: 'This week',
  this_month: 'This month',
  from: 'From',
  to: 'To',
  least: 'At least',
  most: 'At most',
  from_to: '{from} to {to}',
  since: 'from {from}',
  until: 'until {to}',
  over: '{from} or more',
  above_zero: 'over {zero}',
  under: '{to} or less',
  no_counts: 'Not counted: more than 10,000 rows. Narrow the list, for example to one event.',
})
