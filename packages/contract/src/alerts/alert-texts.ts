import { defineTexts, type Message } from '../text/texts.ts'
import type { AlertKind } from './alerts.ts'

/** The title of each kind of alert. */
export const ALERT_NAMES = defineTexts('staff/alert-names', {
  refund_due: 'Refund due',
  payment_mismatch: 'Payment does not match',
  late_money: 'Money came too late',
  payment_disputed: 'Payment disputed',
  payment_charged_back: 'Payment charged back',
  chargeback_returned: 'Payment returned by the bank',
  dispute_overdue: 'Dispute without an end',
  dispute_to_compare: 'Lost dispute to compare',
  payment_lost: 'Paid out twice',
  notice_not_booked: 'Notice of a provider not in the books',
  part_payment: 'Part paid',
  event_sold_out: 'Event is sold out',
  option_oversold: 'Chosen by more people than its limit',
  job_failed: 'Job failed',
  invariant_broken: 'The books are not consistent',
  audit_chain_broken: 'The audit trail was changed',
  double_entry: 'Entered twice',
  ticket_opened: 'New support ticket',
  ticket_assigned: 'Support ticket for you',
  title_to_confirm: 'Title to confirm',
  import_finished: 'Import finished',
  consent_refused: 'A guardian refused consent',
  bed_lost: 'Bed lost',
  goods_out: 'Handed over and not ordered any more',
  workflow_failed: 'Workflow with failed runs',
  workflow_held: 'Workflow held up',
  message_held: 'Message not sent',
  report_held: 'Scheduled report not sent',
  task_unassigned: 'Task without assignee',
}) satisfies Readonly<Record<AlertKind, Message>>

/** What to do about each kind of alert. */
export const ALERT_TODOS = defineTexts('server/alert-todos', {
  refund_due: 'Open the reservation and refund the money.',
  payment_mismatch: 'Compare with the provider, then accept or refund the payment.',
  late_money: 'The place is gone: refund the money, or offer another place.',
  payment_disputed: 'Answer on the provider’s own pages before the deadline, or the money is taken back.',
  payment_charged_back: 'The bank took the money back, and the reservation has a balance again. Talk to the person.',
  chargeback_returned:
    'A dispute that was lost is won after all, and the payment counts again. Look whether the person has paid a second time.',
  dispute_overdue:
    'The deadline has passed, and the provider has not said how it ended. Look on its own pages, and ask it again under “Open payments”.',
  dispute_to_compare:
    'The payment was left as it is. Compare the amount and currency of the dispute with the payment and the provider’s own pages.',
  payment_lost: 'The bank took back money that was refunded as well, so it is missing. Ask the person for it.',
  notice_not_booked:
    'A payment provider reported something that is not in the books yet. It is asked about it every hour. Compare with the provider’s own pages, and tell the person who runs the server.',
  part_payment: 'Keep the place until a date, or refund the money.',
  event_sold_out: 'Open the waiting list, or add places.',
  option_oversold:
    'All of them keep it, and nobody else can choose it. Raise the limit in the form: until then, the event cannot be saved.',
  job_failed: 'Read the error in the log and tell the person who runs the server.',
  invariant_broken: 'Check the entries below before anything else is changed, and tell the person who runs the server.',
  audit_chain_broken: 'Somebody changed the database directly. Keep a backup and check the audit trail.',
  double_entry: 'Ask at the gates who came in with this code.',
  ticket_opened: 'Answer it.',
  ticket_assigned: 'Answer it, or assign it to somebody else.',
  title_to_confirm: 'Confirm the title or decline it with a reason.',
  import_finished: 'Check whether rows were refused.',
  consent_refused: 'Talk to the family: another guardian can agree, or the reservation is cancelled.',
  bed_lost: 'Assign another bed to this person.',
  goods_out: 'Ask for it back, or settle its price with the person. The vendor says when it is back.',
  workflow_failed: 'See what failed, mend it, and try the runs again.',
  workflow_held:
    'See why: a limit stopped it, or its author may no longer do its steps. Change it or turn it on again.',
  message_held: 'Its author may no longer send it. Write to its people again, if they should still get it.',
  report_held: 'Its author may no longer see it. Schedule it in your own name, if its readers should still get it.',
  task_unassigned: 'Assign the task to somebody else: the account or role that had it is gone.',
}) satisfies Readonly<Record<AlertKind, Message>>
