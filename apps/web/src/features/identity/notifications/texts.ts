import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/notices', {
  notifications: 'Notifications',
  unread: '{count, plural, =0 {Notifications} one {Notifications, # unread} other {Notifications, # unread}}',
  read_all: 'Mark all as read',
  none: 'Nothing new',
  none_hint: 'News about your reservations appears here.',
  is_unread: 'Unread',
  close: 'Close',
  new: '{count, plural, one {# new} other {# new}}',
  all: 'All notifications',
})
