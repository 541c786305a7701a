import { defineTexts, type Language } from '@shiloh/contract/core'
import { formatList } from '@shiloh/contract/text/format'
import { translate } from '../text/texts.ts'

const texts = defineTexts('server/usage', {
  people: '{count, plural, one {# person} other {# people}}',
  reservations: '{count, plural, one {# reservation} other {# reservations}}',
  live: '{count, plural, one {# current reservation} other {# current reservations}}',
  events: '{count, plural, one {# event} other {# events}}',
  programmes: '{count, plural, one {# programme} other {# programmes}}',
  rooms: '{count, plural, one {# room} other {# rooms}}',
  kept_rooms: '{count, plural, one {# room kept for it} other {# rooms kept for it}}',
  questions: '{count, plural, one {# question of a form} other {# questions of forms}}',
  blocks: '{count, plural, one {# block} other {# blocks}}',
  units: '{count, plural, one {# unit} other {# units}}',
  spouses: '{count, plural, one {# spouse list} other {# spouse lists}}',
  options: '{count, plural, one {# option} other {# options}}',
  administrators: '{count, plural, one {# administrator} other {# administrators}}',
  tokens: '{count, plural, one {# API token} other {# API tokens}}',
  roles: '{count, plural, one {# role} other {# roles}}',
  tasks: '{count, plural, one {# task} other {# tasks}}',
  task_templates: '{count, plural, one {# task template} other {# task templates}}',
  schedules: '{count, plural, one {# scheduled report} other {# scheduled reports}}',
  runs: '{count, plural, one {# run in progress} other {# runs in progress}}',
  workflows: '{count, plural, one {# workflow} other {# workflows}}',
  approvers: '{count, plural, one {# setting of the workflows} other {# settings of the workflows}}',
  approvals: '{count, plural, one {# open approval} other {# open approvals}}',
  payments: '{count, plural, one {# payment} other {# payments}}',
  ledger: '{count, plural, one {# entry in the books} other {# entries in the books}}',
  closings: '{count, plural, one {# daily closing} other {# daily closings}}',
  decisions: '{count, plural, one {# approved or waived reservation} other {# approved or waived reservations}}',
  allotments: '{count, plural, one {# group with beds} other {# groups with beds}}',
  beds: '{count, plural, one {# assigned bed} other {# assigned beds}}',
  imports: '{count, plural, one {# import} other {# imports}}',
  tickets: '{count, plural, one {# ticket} other {# tickets}}',
  waiting: '{count, plural, one {# entry on a waiting list} other {# entries on waiting lists}}',
  suppliers: '{count, plural, one {# caterer or product} other {# caterers or products}}',
  reports: '{count, plural, one {# saved report} other {# saved reports}}',
  messages: '{count, plural, one {# message} other {# messages}}',
  announcements: '{count, plural, one {# planned announcement} other {# planned announcements}}',
  planned: '{count, plural, one {# planned message} other {# planned messages}}',
  sent_reports: '{count, plural, one {# report that is sent regularly} other {# reports that are sent regularly}}',
  scans: '{count, plural, one {# scan} other {# scans}}',
  phones:
    '{count, plural, one {# phone with scans that have not arrived} other {# phones with scans that have not arrived}}',
  comments: '{count, plural, one {# comment} other {# comments}}',
  checks: '{count, plural, one {# line of its checklist} other {# lines of its checklist}}',
  choices: '{count, plural, one {# reservation that chose it} other {# reservations that chose it}}',
  answers: '{count, plural, one {# reservation with an answer} other {# reservations with an answer}}',
  refused: 'Still in use: {uses}. This cannot be deleted until that changes.',
})
export type What = Exclude<Extract<keyof typeof texts, string>, 'refused'>

export const sayUse = ({ what, count }: { readonly what: What; readonly count: number }, language: Language): string =>
  translate(texts[what], language, { count })

/** Why a record cannot be deleted: "Still in use: 68 rooms and 2 events. …" */
export const sayRefusal = (
  uses: readonly { readonly what: What; readonly count: number }[],
  language: Language,
): string =>
  translate(texts.refused, language, {
    uses: formatList(
      uses.map((use) => sayUse(use, language)),
      language,
    ),
  })
