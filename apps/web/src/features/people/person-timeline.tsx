import { officeRoutes, type PersonStep } from '@shiloh/contract/office'
import { RESERVATION_ACTIONS, type ReservationAction } from '@shiloh/contract/reservations/states'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { Rich } from '#ui/base/rich'
import { DateText } from '#ui/base/values'
import { useAuditWords, useTemplateName } from '../insight/index.ts'
import classes from './person.module.css'
import { Part } from './person-parts.tsx'
import { texts } from './person-texts.ts'

/** Steps that are shown before somebody asks for more. */
const FIRST_STEPS = 8

const auditPage: string = '/admin/audit-trail'
const ticketPage = (id: string): string => `/admin/support/${id}`
const reservationPage = (id: string): string => `/admin/reservations/${id}`

const isCourse = (action: string): action is ReservationAction => RESERVATION_ACTIONS.some((one) => one === action)

/** What happened in a step. */
function What({ step }: { step: PersonStep }) {
  const t = useT(texts)
  const { ofAction } = useAuditWords()
  const template = useTemplateName()
  const language = useLanguage()
  const { kind, action, ticket, room, amount, currency } = step
  switch (kind) {
    case 'account':
      return <b>{ofAction(action)}</b>
    case 'reservation':
      return <b>{isCourse(action) ? t(`step_${action}`) : ofAction(action)}</b>
    case 'room':
      return <b>{room === null ? t('step_room_taken') : t('step_room', { room })}</b>
    case 'payment':
    case 'refund':
      return (
        <>
          <b>{t(`step_${kind}`)}</b>{' '}
          {amount === null || currency === null ? '' : formatMoney(amount, currency, language)}
        </>
      )
    case 'ticket':
      return (
        <>
          <b>{t('step_ticket')}</b> {ticket ? <Link to={ticketPage(ticket._id)}>{ticket.subject}</Link> : null}
        </>
      )
    case 'message':
      return (
        <>
          <b>{t('step_message')}</b> {template(action)}
        </>
      )
  }
}

/** What happened with a person, the latest first: account, reservations, rooms, money, tickets and messages. */
export function Timeline({ id }: { id: string }) {
  const t = useT(texts)
  const can = useCan()
  const { time_zone: zone } = useAccount().organisation
  const [isWhole, setWhole] = useState(false)
  const query = useQuery({ ...queryOf(officeRoutes.listPersonSteps, { params: { id } }), placeholderData: undefined })
  return (
    <Part
      title={t('timeline')}
      query={query}
      isEmpty={(steps) => steps.length === 0}
      empty={t('no_history')}
      note={() =>
        can('audit_trail.read') ? (
          <Link to={auditPage} search={{ object_id: id }}>
            {t('all_history')}
          </Link>
        ) : null
      }
    >
      {(steps) => (
        <>
          <ol className={classes.steps}>
            {(isWhole ? steps : steps.slice(0, FIRST_STEPS)).map((step) => (
              <li key={`${step.at} ${step.kind} ${step.action} ${step.reservation?._id ?? ''} ${step.room ?? ''}`}>
                <What step={step} />
                {step.by && step.by._id !== id ? <By by={step.by} /> : null}
                {step.reservation ? (
                  <p>
                    {step.reservation.event}{' '}
                    <Link className="code" to={reservationPage(step.reservation._id)}>
                      {step.reservation.code}
                    </Link>
                  </p>
                ) : null}
                <p>
                  <DateText value={step.at} zone={zone} time weekday={false} />
                </p>
              </li>
            ))}
          </ol>
          {!isWhole && steps.length > FIRST_STEPS ? (
            <button type="button" className={classes.link} onClick={() => setWhole(true)}>
              {t('more_steps', { count: steps.length - FIRST_STEPS })}
            </button>
          ) : null}
        </>
      )}
    </Part>
  )
}

function By({ by }: { by: NonNullable<PersonStep['by']> }) {
  const t = useT(texts)
  return (
    <>
      {' '}
      <Rich
        text={t('by', { name: by.name })}
        parts={{ who: (name) => <PersonLink id={by._id} name={name} type={by.user_type} /> }}
      />
    </>
  )
}
