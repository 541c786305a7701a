import { defineTexts } from '@shiloh/contract/core'

/** Built-in roles and policies. Texts of the organisation stay as typed. */
export const texts = defineTexts('staff/role-names', {
  role_owner: 'Owner',
  role_registrar: 'Registrar',
  role_finance: 'Finance',
  role_accommodation: 'Accommodation',
  role_catering: 'Catering',
  role_content: 'Content',
  role_support: 'Support',
  'role_read-only': 'Read only',
  about_owner: 'Can do everything and can never be locked out.',
  about_registrar: 'Events, reservations and the people who come.',
  about_finance: 'Cash, payments, refunds and their reports.',
  about_accommodation: 'Venues, rooms and who sleeps where.',
  about_catering: 'Caterers, products and what must be delivered.',
  about_content: 'Blogs, FAQs and announcements.',
  about_support: 'Support tickets, and looking things up for people.',
  'about_read-only': 'Can view everything except health details; changes nothing.',
})
