import { Button } from '@mantine/core'
import { authorizationRoutes } from '@shiloh/contract/authorization'
import { badgeRoutes } from '@shiloh/contract/badges/badges'
import { checkinRoutes, opensInDays } from '@shiloh/contract/checkin/checkin'
import { bedLetter } from '@shiloh/contract/reservations/beds'
import { isLive } from '@shiloh/contract/reservations/states'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { IconDoorEnter, IconDoorExit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useCan } from '#platform/account'
import { newIdempotencyKey } from '#platform/client'
import { useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { PersonLink } from '#ui/base/person-link'
import { PhoneLink } from '#ui/base/values'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { ConsentLine } from '../../consents/consent-line.tsx'
import { staleAfterStaffAct } from '../queries.ts'
import { GiveRoom } from './beds-dialog.tsx'
import classes from './parts.module.css'
import { texts } from './texts.ts'
import { useWhen } from './words.ts'

type Participant = ReservationView['participants'][number]

const explained = ['already_redeemed', 'unpaid', 'cancelled'] as const

/** Checks one person in or out at the desk. A retry after a lost response is the same scan. */
function CheckButton({ reservation, participant }: { reservation: ReservationView; participant: Participant }) {
  const t = useT(texts)
  const isInside = participant.checked_in_at !== null && participant.checked_out_at === null
  const checkIn = useAct(checkinRoutes.adminCheckIn, staleAfterStaffAct)
  const checkOut = useAct(checkinRoutes.adminCheckOut, staleAfterStaffAct)
  const scan = useRef(newIdempotencyKey())
  const [asking, setAsking] = useState(false)
  const { name } = participant
  const { event } = reservation
  const early = isInside ? 0 : opensInDays(new Date(event.starts_at), event.time_zone, new Date())
  const act = isInside ? checkOut : checkIn
  if (!reservation.allowed.includes(isInside ? 'check_out' : 'check_in')) return <span />
  const run = async () => {
    const { data } = await act.mutateAsync({
      params: { id: reservation._id },
      body: { participant_id: participant._id, scan_id: scan.current },
    })
    scan.current = newIdempotencyKey()
    const result = data[0]?.result
    const why = explained.find((one) => one === result)
    if (result === 'ok') toastDone({ message: t(isInside ? 'result_ok_out' : 'result_ok_in', { name }) })
    else showFailure(why ? t(`result_${why}`, { name }) : t('result_other', { name }))
  }
  const start = () => {
    setAsking(false)
    run().catch(() => {})
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={isInside ? <IconDoorExit size={17} /> : <IconDoorEnter size={17} />}
        loading={act.isPending}
        aria-label={t(isInside ? 'check_out_of' : 'check_in_of', { name })}
        onClick={() => (early > 0 ? setAsking(true) : start())}
      >
        {t(isInside ? 'check_out' : 'check_in')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('early_title', { name })}
        action={t('check_in')}
        onConfirm={start}
        onClose={() => setAsking(false)}
      >
        <p>{t('early', { days: early, event: event.name })}</p>
      </ConfirmDialog>
    </>
  )
}

/** A type that begins with the role says it already: “Child, 4 to 12”. */
const isInType = (role: string, { participant_type }: Participant): boolean => participant_type.name.startsWith(role)

/** The guests, their rooms, and whether they have arrived. */
export function Guests({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const can = useCan()
  const when = useWhen(reservation)
  const { data: prints = [] } = useQuery({
    ...queryOf(badgeRoutes.listBadgePrints, { params: { id: reservation._id } }),
    placeholderData: undefined,
  })
  const mayPrint = can('reservations.print_badges') && isLive(reservation.status)
  const printed = ({ _id }: Participant) => {
    const own = prints.filter(({ participant_id }) => participant_id === _id)
    return own[0] ? t('badge_printed', { count: own.length, when: when(own[0].at) }) : undefined
  }
  const stands = ({ checked_in_at: came, checked_out_at: left }: Participant) => {
    // Of a reservation that is over nobody is expected.
    if (!came) return isLive(reservation.status) ? t('not_here') : null
    return left ? t('left_at', { when: when(left) }) : t('inside_since', { when: when(came) })
  }
  return (
    <section>
      <h2>{t('guests')}</h2>
      <GiveRoom reservation={reservation} />
      <ul className={classes.list}>
        {reservation.participants.map((participant) => (
          <li key={participant._id} className={classes.guest}>
            <div>
              {participant.account_id ? (
                <PersonLink id={participant.account_id} name={participant.name} />
              ) : (
                <b>{participant.name}</b>
              )}
              <p>
                {[
                  participant.role === 'main' || isInType(t(participant.role), participant)
                    ? null
                    : t(participant.role),
                  participant.participant_type.name,
                  participant.title?.name,
                  participant.designation?.name,
                ]
                  .filter((part, i, all) => part && all.indexOf(part) === i)
                  .join(', ')}
                {participant.room ? (
                  <>
                    {', '}
                    <span className="code">
                      {participant.room.block} {participant.room.name}
                    </span>
                    , {t('bed', { bed: bedLetter(participant.room.bed) })}
                  </>
                ) : null}
                {participant.room_state === 'unpublished' ? `, ${t('room_unpublished')}` : null}
                {participant.room_state === 'changing' ? `, ${t('room_changing')}` : null}
              </p>
              <ConsentLine reservation={reservation} participant={participant} by="staff" />
              {participant.guardian ? <p>{t('in_care_of', { name: participant.guardian.name })}</p> : null}
              <p>
                {stands(participant) ? `${stands(participant)}, ` : null}
                <a href={participant.qr.url}>{t('qr_page')}</a>
              </p>
              {printed(participant) ? <p>{printed(participant)}</p> : null}
              {mayPrint ? (
                <p>
                  <Link
                    to="/admin/badges"
                    search={{ event_id: reservation.event_id, ids: reservation._id, participants: participant._id }}
                    aria-label={t('badge_of', { name: participant.name })}
                  >
                    {t('badge')}
                  </Link>
                </p>
              ) : null}
            </div>
            <CheckButton reservation={reservation} participant={participant} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The person's contact data, if the user can read the account. */
export function Contact({ reservation }: { reservation: ReservationView }) {
  const t = useT(texts)
  const can = useCan()
  const { data } = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params: { id: reservation.user._id } }),
    enabled: can('users.read'),
    placeholderData: undefined,
  })
  if (!data) return null
  return (
    <section>
      <h2>{t('contact')}</h2>
      {data.phone || data.email ? (
        <ul className={classes.list}>
          {data.phone ? (
            <li className={classes.guest}>
              <PhoneLink phone={data.phone} />
            </li>
          ) : null}
          {data.email ? (
            <li className={classes.guest}>
              <a href={`mailto:${data.email}`}>{data.email}</a>
            </li>
          ) : null}
        </ul>
      ) : (
        <p className="dim">{t('no_contact')}</p>
      )}
      {data.assembly ? (
        <p className="dim small">{[data.assembly, data.district, data.area].filter(Boolean).join(', ')}</p>
      ) : null}
    </section>
  )
}
