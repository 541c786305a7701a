import { defineTexts } from '@shiloh/contract/core'

/** The cash desk and its closing. */
export const texts = defineTexts('staff/till', {
  search: 'Name, phone or code',
  search_hint: 'Type, or scan the guest’s QR code.',
  found: 'Reservations found',
  found_count: '{count, plural, =0 {Nobody found} one {# found} other {# found}}',
  found_more: 'Only the first {count} are shown: type more of the name.',
  nobody: 'Nobody with that name or code',
  nobody_hint: 'Try part of the name or the phone number, or make a reservation now.',
  make: 'Make a reservation',
  begin: 'Who is paying?',
  begin_hint: 'Find the guest by name, phone or code. Enter opens the first.',
  back_to_results: 'Back to the search',
  today: 'Taken today',
  today_receipts: '{count, plural, =0 {No receipts yet} one {# receipt} other {# receipts}}',
  latest: 'Latest receipts',
  total: 'Total',
  paid: 'Paid',
  waived: 'Waived',
  balance: 'Balance',
  nothing_due: 'Nothing to pay: everything is settled.',
  waits_for_approval: 'This reservation is waiting for approval. Take the money once it is approved.',
  not_live: 'This reservation is no longer valid, so no payment can be taken for it.',
  not_permitted: 'You can view this page but not take cash.',
  persons: '{count, plural, one {# person} other {# people}}',

  previous_day: 'Previous day',
  next_day: 'Next day',
  print: 'Print',
  counted_by: 'Counted by',
  received_by: 'Received by',
})
