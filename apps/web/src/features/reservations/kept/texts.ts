import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/tickets', {
  title: 'Tickets on this phone',
  title_one: 'Your ticket',
  all: 'All tickets on this phone',
  lead: '{count, plural, one {It opens without a network. Signing out removes it.} other {They open without a network. Signing out removes them.}}',
  seen: 'As of {when}',
  room: 'Room {room}',
  show_at_gate: 'Show this at the gate.',
  qr: 'QR code of {name}',
  whose: 'Ticket holder',
  remove: 'Remove from this phone',
  removed: 'Removed from this phone.',
  empty: 'No ticket is on this phone',
  empty_hint: 'Open a confirmed reservation once with a network. Its ticket is then kept on this phone.',
  offline_hint: 'Everything else needs a network.',
  no_network: 'No network',
  no_network_hint:
    'The page that you opened needs a network. Once you have opened a confirmed reservation, its ticket opens without one.',
  page_missing: 'The page that you opened needs a network.',
  page_ready: 'The network is back.',
  try_again: 'Try again',
  open_page: 'Open the page',
  to_reservations: 'All my reservations',
  kept: 'Kept on this device: it opens without a network.',
  once_saved: 'Once saved, it works without a network.',
  install: 'Add to the home screen',
})
