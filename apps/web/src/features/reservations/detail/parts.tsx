import { Button } from '@mantine/core'
import type { UserEvent } from '@shiloh/contract/events/events'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { countNights } from '@shiloh/contract/reservations/nights'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { awaitsCash } from '@shiloh/contract/reservations/standing'
import { isLive } from '@shiloh/contract/reservations/states'
import type { MyReservation, ReservationView } from '@shiloh/contract/reservations/views'
import { formatDay, formatList, formatMoney, formatRange, formatTime } from '@shiloh/contract/text/format'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#platform/api'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { LinkButton } from '#ui/base/link-button'
import { Unbroken } from '#ui/base/values'
import { PayPanel } from '../../payments/index.ts'
import { ConsentLine } from '../consents/consent-line.tsx'
import { answerText } from '../parts/answer-text.ts'
import { QuoteLines } from '../parts/lines.tsx'
import { MoneyBlock } from '../parts/money-block.tsx'
import { useNamed } from '../parts/named.ts'
import { useStandingWords } from '../parts/standing-words.ts'
import { TakeBack, WaitingChange } from '../parts/waiting-change.tsx'
import { WaitingOffer } from '../parts/waiting-offer.tsx'
import { staleAfterChange, useReservationsChanged } from '../queries.ts'
import classes from './detail.module.css'
import { useMayBeginAnew } from './since.tsx'
import { texts } from './texts.ts'

interface Props {
  reservation: ReservationView
}

/** `Fri 08-01-2027, 5:00 PM`, in the event's time zone. */
export function useWhen(zone: string): (instant: string) => string {
  const language = useLanguage()
  return (instant) => `${formatDay(instant, language, zone)}, ${formatTime(instant, language, zone)}`
}

/** Returns whether cash is awaited for it: then the code is what matters, before any other way to pay. */
export const isAtDesk = ({ standing }: Pick<ReservationView, 'standing'>): boolean => awaitsCash(standing)

/** Before any money has come, of the reservation or of a change that waits: cash instead, where the event takes it. */
function CashInstead({ reservation, event }: Props & { event: UserEvent | undefined }) {
  const t = useT(texts)
  const changed = useReservationsChanged()
  const choose = useMutation({
    mutationFn: () =>
      call(reservationRoutes.editMyReservation, { params: { id: reservation._id }, body: { pays_at_desk: true } }),
    onSuccess: changed,
  })
  const { status, paid, pending_change, allowed } = reservation
  const isTaken = event?.cash_deadline ? Date.parse(event.cash_deadline) > Date.now() : false
  const isHeld = pending_change !== null || (status === 'pending' && paid <= 0)
  if (!isTaken || !isHeld || isAtDesk(reservation) || !allowed.includes('edit')) return null
  return (
    <Button
      className={classes.second ?? ''}
      variant="subtle"
      loading={choose.isPending}
      onClick={() => choose.mutate()}
    >
      {t('pay_in_cash')}
    </Button>
  )
}

/** The standing of the money, with the one action: pay, or reserve again. */
export function Balance({ reservation, event }: Props & { event: UserEvent | undefined }) {
  const t = useT(texts)
  const { balance, currency, allowed } = reservation
  const words = useStandingWords()
  const restAt = isAtDesk(reservation) ? event?.balance_due_at : undefined
  const rest = balance - reservation.due_now
  const mayBeginAnew = useMayBeginAnew(reservation)
  const act = () => {
    if (allowed.includes('pay'))
      return (
        <div className={classes.pay}>
          {isAtDesk(reservation) ? <p className={classes.quiet}>{t('online_too')}</p> : null}
          <PayPanel
            reservationId={reservation._id}
            balance={balance}
            dueNow={reservation.due_now}
            currency={currency}
            parts={event?.deposit_percent !== null && event !== undefined}
            second={isAtDesk(reservation)}
          />
          <CashInstead reservation={reservation} event={event} />
        </div>
      )
    if (mayBeginAnew && event?.registration_open)
      return (
        <LinkButton
          variant="default"
          to="/events/$id/reserve"
          params={{ id: reservation.event.slug }}
          search={{ again: reservation._id }}
        >
          {t(event.places_left === 0 ? 'wait_again' : 'reserve_again')}
        </LinkButton>
      )
    return null
  }
  const takeBack = useAct(reservationRoutes.takeBackMyChange, staleAfterChange)
  const change = reservation.pending_change
  return (
    <MoneyBlock reservation={reservation}>
      <WaitingChange reservation={reservation} level={3} />
      {change?.room ? <p>{t(`pending_room_${change.room}`, { room: change.room_name ?? '' })}</p> : null}
      {restAt && rest > 0 ? (
        <p className={classes.quiet}>
          {words({ kind: 'secured', amount: rest, at: restAt }, currency, reservation.event.time_zone).sentence}
        </p>
      ) : null}
      {act()}
      {/* After what they are asked for. */}
      {change ? (
        <TakeBack
          isBusy={takeBack.isPending}
          onTakeBack={(onSuccess) => takeBack.mutate({ params: { id: reservation._id } }, { onSuccess })}
        />
      ) : null}
    </MoneyBlock>
  )
}

/** The rooms, once they are known, with who sleeps in each. Until then the booked category. */
export function Room({
  reservation,
}: {
  reservation: Pick<MyReservation, 'accommodation' | 'participants' | 'status'>
}) {
  const t = useT(texts)
  const language = useLanguage()
  const { accommodation, participants, status } = reservation
  // An ended reservation has no room to wait for.
  if (!accommodation || status === 'failed' || status === 'cancelled') return null
  const known = participants.flatMap(({ name, room }) => (room ? [{ name, room }] : []))
  const isChanging = participants.some(({ room_state }) => room_state === 'changing')
  const count = countNights(accommodation.check_in, accommodation.check_out)
  const nights = `${t('nights', { count })}, ${formatRange(accommodation.check_in, accommodation.check_out, language)}.`
  return (
    <section>
      <h2>{t('room')}</h2>
      {[...Map.groupBy(known, ({ room }) => room._id)].map(([id, people]) => {
        const [first] = people
        if (!first) return null
        const { name, block, floor } = first.room
        return (
          <div key={id} className={classes.room}>
            <span className={classes.number} data-long={name.length > 3 || undefined}>
              {name}
            </span>
            <div>
              <b>
                {t('room_beds', {
                  name: accommodation.name,
                  count: people.length,
                  beds: people.map(({ room }) => bedLetter(room.bed)).join(', '),
                })}
              </b>
              <p className={classes.quiet}>
                {block}, {t('floor', { floor })}. {nights}
              </p>
              {participants.length > 1 ? (
                <p className={classes.quiet}>
                  {formatList(
                    people.map((one) => one.name),
                    language,
                  )}
                </p>
              ) : null}
            </div>
          </div>
        )
      })}
      {known.length === 0 ? (
        <div>
          <b>{accommodation.name}</b>
          <p className={classes.quiet}>
            {nights} {t(isChanging ? 'room_changing' : 'room_follows')}
          </p>
        </div>
      ) : null}
    </section>
  )
}

/** What the event asks to bring, and where to go on arrival. */
export function Bring({
  reservation: { status },
  event,
}: {
  reservation: Pick<MyReservation, 'status'>
  event: UserEvent | undefined
}) {
  const t = useT(texts)
  if (!event || status === 'failed' || status === 'cancelled' || status === 'archived') return null
  return (
    <>
      {event.bring.length === 0 ? null : (
        <section id="bring">
          <h2>{t('bring')}</h2>
          <ul className={classes.guests} lang={event.languages?.bring}>
            {event.bring.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </section>
      )}
      {event.arrival_note === '' ? null : (
        <section>
          <h2>{t('arrive')}</h2>
          <p lang={event.languages?.arrival_note}>{event.arrival_note}</p>
        </section>
      )}
    </>
  )
}

/** Who comes, with the share of each in the price. */
export function Guests({ reservation }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const { participants, currency, status } = reservation
  const money = (minor: number) => formatMoney(minor, currency, language)
  const isShared = participants.length > 1 && isLive(status) && participants.some(({ share }) => share.cost > 0)
  return (
    <section>
      <h2>{t('guests')}</h2>
      <ul className={classes.guests}>
        {participants.map((participant) => {
          const { _id, name, role, title, participant_type, share } = participant
          const kind = title?.name ?? participant_type.name
          // A type such as "Child, 4 to 12" says it already.
          const relation = role === 'main' || kind.startsWith(t(role)) ? null : t(role)
          return (
            <li key={_id}>
              {name}
              <span>{relation === null ? kind : `${relation}, ${kind}`}</span>
              {isShared ? (
                <div className={classes.share}>
                  <span>{t('share')}</span> <b>{money(share.cost)}</b>
                  {share.owed > 0 ? (
                    <small>
                      <Unbroken>{t('share_owed', { paid: money(share.paid), owed: money(share.owed) })}</Unbroken>
                    </small>
                  ) : null}
                </div>
              ) : null}
              <ConsentLine reservation={reservation} participant={participant} by="owner" />
            </li>
          )
        })}
      </ul>
      {isShared ? <p className={classes.quiet}>{t('share_note')}</p> : null}
    </section>
  )
}

/** The lines and answers of the reservation. */
export function Contents({ reservation }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const { status } = reservation
  return (
    <>
      <section>
        <h2>{t('what')}</h2>
        <dl className={classes.lines}>
          <QuoteLines lines={reservation.lines} names={reservation.participants.map(({ name }) => name)} />
        </dl>
      </section>
      {/* They were for the day. What it cost stays, because money may go back. */}
      {reservation.answers.length > 0 && status !== 'cancelled' && status !== 'failed' ? (
        <section>
          <h2>{t('answers')}</h2>
          <dl className={classes.answers}>
            {reservation.answers.map((answer) => (
              <div key={answer.question_id}>
                <dt>{answer.label}</dt>
                <dd>{answerText(answer, language)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </>
  )
}

/** That the reservation was cancelled, when and by whom. */
function Cancelled({ reservation, event }: Props & { event: UserEvent | undefined }) {
  const t = useT(texts)
  const language = useLanguage()
  const named = useNamed()
  const mayBeginAnew = useMayBeginAnew(reservation)
  const entry = reservation.timeline.findLast(({ action }) => action === 'cancel')
  if (!entry) return null
  const by = { owner: 'cancelled_by_owner', staff: 'cancelled_by_office' } as const
  const key = entry.actor === 'owner' || entry.actor === 'staff' ? by[entry.actor] : 'cancelled_on'
  return (
    <div className={classes.banner} data-over role="status">
      <b>{t(key, { day: formatDay(entry.at, language, reservation.event.time_zone) })}</b>
      {entry.reason ? <p>{t('cancelled_reason', { reason: entry.reason })}</p> : null}
      {reservation.ended_waits.length > 0 ? (
        <p>{t('cancelled_waits', { what: named(reservation.ended_waits) })}</p>
      ) : null}
      {mayBeginAnew && event?.registration_open ? (
        <p>{t(event.places_left === 0 ? 'cancelled_full' : 'cancelled_open')}</p>
      ) : null}
    </div>
  )
}

/** What is waited for beside the reservation, or offered for it. */
export function Waited({ reservation }: Props) {
  const { data = [] } = useQuery({ ...queryOf(reservationRoutes.listMyWaiting), staleTime: 0, retry: false })
  const beside = data.filter((entry) => entry.reservation?._id === reservation._id)
  return beside.map((entry) => (
    <div key={entry._id} className={classes.waited}>
      <WaitingOffer entry={entry} event={entry.event} isHere />
    </div>
  ))
}

/** What needs attention, above everything else. */
export function Banners({ reservation, event: offer }: Props & { event: UserEvent | undefined }) {
  const t = useT(texts)
  const { missing, allowed, status, event } = reservation
  const isOver = new Date(event.ends_at) <= new Date()
  return (
    <>
      {status === 'cancelled' ? <Cancelled reservation={reservation} event={offer} /> : null}
      {missing.length > 0 && allowed.includes('edit') ? (
        <div className={classes.banner}>
          <b>{t('missing')}</b>
          <LinkButton variant="default" to="/reservations/$id/edit" params={{ id: reservation._id }}>
            {t('complete')}
          </LinkButton>
        </div>
      ) : null}
      {status === 'redeemed' && isOver ? (
        <div className={classes.banner}>
          <b>{t('how_was_it')}</b>
          <LinkButton variant="default" to="/reservations/$id/feedback" params={{ id: reservation._id }}>
            {t('tell_us')}
          </LinkButton>
        </div>
      ) : null}
    </>
  )
}
