import { defineTexts, isLanguage, type Language, languageName } from '@shiloh/contract/core'
import { translate } from '../text/texts.ts'

/** What the words of the API are called in files with headings in words. */
const texts = defineTexts('server/file-words', {
  // Statuses
  active: 'Active',
  approved: 'Approved',
  archived: 'Archived',
  cancelled: 'Cancelled',
  deactivated: 'Deactivated',
  done: 'Done',
  draft: 'Draft',
  failed: 'Failed',
  in_progress: 'In progress',
  open: 'Open',
  pending: 'Pending',
  published: 'Published',
  redeemed: 'Checked in',
  empty: 'Empty',
  unpublished: 'Unpublished',
  // Persons
  child: 'Child',
  companion: 'Companion',
  female: 'Female',
  main: 'Main person',
  male: 'Male',
  spouse: 'Spouse',
  user: 'Member or guest',
  vendor: 'Vendor',
  // Consents
  given: 'Given',
  refused: 'Refused',
  waiting: 'Waiting',
  // Who made a reservation
  delegation: 'Delegation',
  self: 'Guest',
  staff: 'Staff',
  waiting_list: 'Waiting list',
  // What became of a message
  delivered: 'Sent',
  no_address: 'No address',
  no_text: 'No text',
  opted_out: 'Does not want it',
  stopped: 'Stopped',
  unconfirmed: 'Not confirmed',
  under_way: 'On the way',
  unreached: 'Not reached',
  // Scans
  already_once: 'Already used',
  already_redeemed: 'Already inside',
  in: 'In',
  invalid: 'Not valid',
  kept: 'Kept, not counted',
  no_meal: 'No meal ordered',
  not_found: 'Not found',
  not_inside: 'Not inside',
  not_now: 'Not at this time',
  ok: 'Accepted',
  out: 'Out',
  paper_list: 'Paper list',
  point_removed: 'Point removed',
  several: 'Code of several people',
  unpaid: 'Not paid',
  wrong_event: 'Wrong event',
  // Kinds of events
  camp: 'Camp',
  conference: 'Conference',
  convention: 'Convention',
  other: 'Other',
  retreat: 'Retreat',
  service: 'Service',
  workshop: 'Workshop',
})

const isNamed = (word: string): word is keyof typeof texts & string => Object.hasOwn(texts, word)

/** Returns a word of the API in the language. An unknown one stays as it is. */
export const wordLabel = (word: string, language: Language): string => {
  if (isLanguage(word)) return languageName(word)
  return isNamed(word) ? translate(texts[word], language) : word
}
