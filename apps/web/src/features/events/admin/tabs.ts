import { type TextRef, text } from '#platform/i18n'
import { texts as languages } from '../../../ui/form/languages/languages-texts.ts'
import { texts } from './texts.ts'
import type { EventKey } from './values.ts'

/** The tabs of the editor in order. The last one is beside the others if there is room. */
export const TABS = [
  'basics',
  'dates',
  'prices',
  'lodging',
  'meals',
  'products',
  'speakers',
  'programme',
  'check_in',
  'questions',
  'publish',
] as const
export type Tab = (typeof TABS)[number]
export const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value)

interface Place {
  readonly tab: Tab
  readonly label: TextRef
}

/** The tab and the name of each value of an event. */
export const PLACES: Readonly<Record<EventKey, Place>> = {
  name: { tab: 'basics', label: text(texts, 'name') },
  slug: { tab: 'basics', label: text(texts, 'slug') },
  code_prefix: { tab: 'basics', label: text(texts, 'code_prefix') },
  kind: { tab: 'basics', label: text(texts, 'kind') },
  task_template_id: { tab: 'basics', label: text(texts, 'task_template') },
  summary: { tab: 'basics', label: text(texts, 'summary') },
  description: { tab: 'basics', label: text(texts, 'description') },
  bring: { tab: 'basics', label: text(texts, 'bring') },
  arrival_note: { tab: 'basics', label: text(texts, 'arrival_note') },
  translations: { tab: 'basics', label: text(languages, 'label') },
  starts_at: { tab: 'dates', label: text(texts, 'starts_at') },
  ends_at: { tab: 'dates', label: text(texts, 'ends_at') },
  time_zone: { tab: 'dates', label: text(texts, 'time_zone') },
  registration_opens_at: { tab: 'dates', label: text(texts, 'registration_opens_at') },
  registration_closes_at: { tab: 'dates', label: text(texts, 'registration_closes_at') },
  event_center_id: { tab: 'dates', label: text(texts, 'event_center') },
  online_url: { tab: 'dates', label: text(texts, 'online_url') },
  capacity: { tab: 'dates', label: text(texts, 'capacity') },
  hold_minutes: { tab: 'dates', label: text(texts, 'hold_minutes') },
  waiting_list_minutes: { tab: 'dates', label: text(texts, 'waiting_list_minutes') },
  approval_required: { tab: 'dates', label: text(texts, 'approval_required') },
  cash_deadline: { tab: 'dates', label: text(texts, 'cash_deadline') },
  cash_places: { tab: 'dates', label: text(texts, 'cash_places') },
  currency: { tab: 'prices', label: text(texts, 'currency') },
  deposit_percent: { tab: 'prices', label: text(texts, 'deposit_percent') },
  balance_due_at: { tab: 'prices', label: text(texts, 'balance_due_at') },
  unpaid_rule: { tab: 'prices', label: text(texts, 'unpaid_rule') },
  participant_types: { tab: 'prices', label: text(texts, 'participant_types') },
  cancellation_deadline: { tab: 'prices', label: text(texts, 'cancellation_deadline') },
  refund_rules: { tab: 'prices', label: text(texts, 'refund_rules') },
  accommodations: { tab: 'lodging', label: text(texts, 'accommodations') },
  caterers: { tab: 'meals', label: text(texts, 'caterers') },
  products: { tab: 'products', label: text(texts, 'products') },
  speakers: { tab: 'speakers', label: text(texts, 'speakers') },
  activities: { tab: 'programme', label: text(texts, 'activities') },
  scan_points: { tab: 'check_in', label: text(texts, 'scan_points') },
  gate_copy_minutes: { tab: 'check_in', label: text(texts, 'gate_copy_minutes') },
  form_id: { tab: 'questions', label: text(texts, 'form') },
  fields: { tab: 'questions', label: text(texts, 'fields') },
  care_retention_days: { tab: 'questions', label: text(texts, 'care_retention_days') },
}

/**
 * Returns the tab of a field in the server's notation: `participant_types.0.price`. Problems of a form's questions
 * belong to the form.
 */
export function tabOf(field: string): Tab | undefined {
  const head = field.split('.')[0] ?? ''
  if (head === 'questions') return 'questions'
  return Object.entries(PLACES).find(([key]) => key === head)?.[1].tab
}
