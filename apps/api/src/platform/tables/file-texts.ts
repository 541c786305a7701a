import { defineTexts, type Language } from '@shiloh/contract/core'
import { fileNameOf } from '../text/file-name.ts'
import { translate } from '../text/texts.ts'

/** What files are called. */
const texts = defineTexts('server/file-names', {
  administrators: 'Administrators',
  alerts: 'Alerts',
  allotments: 'Allotments',
  announcement: 'Announcement',
  announcements: 'Announcements',
  'audit-trail': 'Audit trail',
  cash: 'Cash',
  caterers: 'Caterers',
  'check-in-users': 'Check-in users',
  'church-map': 'Church map',
  closings: 'Closings',
  comments: 'Comments',
  'committee-types': 'Committee types',
  countries: 'Countries',
  designations: 'Designations',
  'event-blocks': 'Event blocks',
  'event-centers': 'Event centers',
  'event-rooms': 'Event rooms',
  events: 'Events',
  faqs: 'FAQs',
  imports: 'Imports',
  log: 'Log',
  message: 'Message',
  'message-templates': 'Message templates',
  messages: 'Messages',
  occupancy: 'Occupancy',
  occupants: 'Occupants',
  'open-payments': 'Open payments',
  'participant-types': 'Participant types',
  payments: 'Payments',
  persons: 'Persons',
  policies: 'Policies',
  posts: 'Posts',
  'product-options': 'Product options',
  products: 'Products',
  refunds: 'Refunds',
  reservations: 'Reservations',
  roles: 'Roles',
  'room-categories': 'Room categories',
  'sample-files': 'Sample files',
  scans: 'Scans',
  speakers: 'Speakers',
  'support-tickets': 'Support tickets',
  tasks: 'Tasks',
  titles: 'Titles',
  'titles-to-confirm': 'Titles to confirm',
  users: 'Users',
  'waiting-list': 'Waiting list',
  'workflow-runs': 'Workflow runs',
  workflows: 'Workflows',
})

export type FileName = Extract<keyof typeof texts, string>

/**
 * Returns what a file is called without its extension. Files with headings for programs have a name for programs, too.
 *
 * @param about what tells it from others with the same name
 */
export const namedFile = (
  name: FileName,
  { language, headers }: { readonly language: Language; readonly headers: 'names' | 'words' },
  ...about: readonly (string | undefined)[]
): string => fileNameOf(headers === 'words' ? translate(texts[name], language) : name, ...about)
