import { defineTexts } from '../core.ts'

/** The words of vendors that their pages and the files for kitchens and suppliers share. */
export const VENDOR_WORDS = defineTexts('member/vendor-words', {
  covers: 'Covers',
  orders: 'Orders',
  covers_note: 'Names and dietary counts under {count} are never shown.',
  statement: 'Statement',
  as_of: 'As of {date}, {time}',
  day: 'Day',
  item: 'Item',
  eaten_column: 'Eaten',
  ordered: 'Ordered',
  delivered: 'Handed over',
  amount: 'Amount ({currency})',
  salt_free: 'Without salt',
  oil_free: 'Without oil',
  pepper_free: 'Without pepper',
  spice_free: 'Without spices',
  fewer_than: 'fewer than {count}',
  at_least: 'at least {count}',
  how: 'How it came about',
  meals_ordered: 'Meals ordered',
  not_yet: 'not yet',
  not_ordered_now: '{name}, not ordered any more',
  former: '{name}, before it went to another vendor',
})
