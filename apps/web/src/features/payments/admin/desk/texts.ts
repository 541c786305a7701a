import { defineTexts } from '@shiloh/contract/core'

/** The cash desk and its closing. */
export const texts = defineTexts('staff/till', {
  search: 'Name, phone or code',
  search_hint: 'Type, or scan the guest’s QR code.',
  found: 'Reservations found',
  found_count: '{count, plural, =0 {Nobody found} one {# found} other {# found}}',
  found_more: 'Only the first {count} are shown: type more of the name.',
  nobody: 'Nobody of that name or code',
  nobody_hint: 'Try part of the name, the phone, or make a reservation now.',
  make: 'Make a reservation',
  begin: 'Who is paying?',
  begin_hint: 'Find the guest by name, phone or code. Enter opens the first.',
  back_to_results: 'Back to the search',
  today: 'Taken today',
  today_receipts: '{count, plural, =0 {No receipt yet} one {# receipt} other {# receipts}}',
  latest: 'Latest receipts',
  total: 'Total',
  paid: 'Paid',
  waived: 'Waived',
  balance: 'Still to pay',
  nothing_due: 'Nothing to pay: everything is settled.',
  waits_for_approval: 'It waits for approval. Money is taken once it is approved.',
  not_live: 'This reservation does not stand any more, so nothing can be taken for it.',
  not_permitted: 'You may look here, but not take cash.',
  persons: '{count, plural, one {# person} other {# persons}}',

  previous_day: 'Day before',
  next_day: 'Day after',
  print: 'Print',
  counted_by: 'Counted by',
  received_by: 'Received by',
})
