import type { LogEntry, LogOf } from '@shiloh/contract/insight'
import { formatPhone } from '@shiloh/contract/text/phone-text'
import { useCan } from '#platform/account'
import { useT } from '#platform/i18n'
import type { Fact } from '#ui/base/fact-list'
import { LinkButton } from '#ui/base/link-button'
import { Money } from '#ui/base/values'
import classes from '../insight.module.css'
import { DetailDrawer, When } from '../parts.tsx'
import { texts } from '../texts.ts'
import { useAuditWords } from '../words.ts'
import { useEntryTitle, useLogWords } from './columns.tsx'

/** Rejected rows of an import. */
function Problems({ problems }: { problems: LogOf<'imports'>['problems'] }) {
  const t = useT(texts)
  const { ofField } = useAuditWords()
  if (problems.length === 0) return null
  return (
    <section>
      <h3>{t('problems')}</h3>
      <ul className={classes.problems}>
        {problems.map(({ row, field, message }) => (
          <li key={`${row} ${field} ${message}`}>
            <b>{t('row', { row })}</b>
            <span>{field ? `${ofField(field)}: ${message}` : message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the facts of an entry, by its log. */
function useFacts(entry: LogEntry): readonly Fact[] {
  const t = useT(texts)
  const words = useLogWords()
  const when: Fact = [t('when'), <When key="when" value={entry.at} />]
  switch (entry.type) {
    case 'access':
      return [
        when,
        [t('person'), entry.user && words.person(entry.user)],
        [t('page'), entry.route],
        [t('comment'), entry.comment],
        [t('address'), entry.ip],
        [t('browser'), entry.user_agent],
      ]
    case 'mail':
    case 'sms':
      return [
        when,
        [t('recipient'), entry.recipient && formatPhone(entry.recipient)],
        [t('person'), entry.user && words.person(entry.user)],
        [t('template'), words.message_of(entry)],
        [t('language'), words.speech(entry.language)],
        [t('status'), words.message(entry.status)],
        [t('attempts'), words.count(entry.attempts)],
        [t('sent_at'), entry.sent_at ? <When key="sent" value={entry.sent_at} /> : null],
        [t('error'), entry.error],
      ]
    case 'payments':
      return [
        when,
        [t('provider'), words.provider(entry.provider)],
        [t('event'), entry.event],
        [t('outcome'), words.outcome(entry.outcome)],
        [t('reference'), entry.reference],
        [t('reservation'), entry.reservation ? words.reservation(entry.reservation) : null],
        [
          t('amount'),
          entry.payment ? <Money key="amount" minor={entry.payment.amount} currency={entry.payment.currency} /> : null,
        ],
        [t('payment'), entry.payment ? words.payment(entry.payment) : null],
      ]
    case 'imports':
      return [
        when,
        [t('list'), words.thing(entry.resource)],
        [t('who'), entry.user && words.person(entry.user)],
        [t('mode'), words.trial(entry.dry_run)],
        [t('rows'), words.count(entry.total)],
        [t('created'), words.count(entry.created)],
        [t('updated'), words.count(entry.updated)],
        [t('refused'), words.count(entry.refused)],
      ]
    case 'errors':
      return [
        when,
        [t('path'), `${entry.method} ${entry.path}`],
        [t('message'), entry.message],
        [t('request'), entry.request_id],
      ]
    case 'security':
      return [
        [t('first_at'), entry.first_at === entry.at ? null : <When key="first" value={entry.first_at} />],
        when,
        [t('kind'), words.security(entry.kind)],
        [t('times'), words.count(entry.count)],
        [t('path'), `${entry.method} ${entry.path}`.trim()],
        [t('told'), entry.kind === 'overflow' ? t('overflow_note') : entry.message],
        [t('fields'), entry.fields.join(', ')],
        [t('person'), entry.user && words.person(entry.user)],
        [t('address'), entry.ip],
        [t('browser'), entry.user_agent],
        [t('request'), entry.request_id],
      ]
  }
}

/** One entry of a log with all its facts. */
export function LogDrawer({ entry, onClose }: { entry: LogEntry; onClose: () => void }) {
  const t = useT(texts)
  const can = useCan()
  const facts = useFacts(entry)
  const title = useEntryTitle()
  const user = 'user' in entry ? entry.user : null
  return (
    <DetailDrawer title={title(entry)} facts={facts} onClose={onClose}>
      {entry.type === 'imports' ? <Problems problems={entry.problems} /> : null}
      {user && can('audit_trail.read') ? (
        <div className={classes.buttons}>
          <LinkButton variant="default" to="/admin/audit-trail" search={{ actor_id: user._id }}>
            {t('what_they_did')}
          </LinkButton>
        </div>
      ) : null}
    </DetailDrawer>
  )
}
