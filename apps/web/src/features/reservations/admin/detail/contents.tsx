import { Button } from '@mantine/core'
import { countNights } from '@shiloh/contract/reservations/nights'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import type { ReservationView } from '@shiloh/contract/reservations/views'
import { formatRange } from '@shiloh/contract/text/format'
import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { type Fact, FactList } from '#ui/base/fact-list'
import { answerText } from '../../parts/answer-text.ts'
import { QuoteLines } from '../../parts/lines.tsx'
import { WaitingChange } from '../../parts/waiting-change.tsx'
import { staleAfterStaffAct } from '../queries.ts'
import classes from './parts.module.css'
import { texts } from './texts.ts'
import { useWhen } from './words.ts'

interface Props {
  reservation: ReservationView
}

export function Lines({ reservation }: Props) {
  const t = useT(texts)
  return (
    <section>
      <h2>{t('what')}</h2>
      <dl className={classes.lines}>
        <QuoteLines lines={reservation.lines} names={reservation.participants.map(({ name }) => name)} />
      </dl>
    </section>
  )
}

/** The change that waits for its payment. */
export function Change({ reservation }: Props) {
  const can = useCan()
  const act = useAct(reservationRoutes.takeBackChange, staleAfterStaffAct)
  return (
    <WaitingChange
      reservation={reservation}
      level={2}
      takeBack={
        can('reservations.update')
          ? {
              isBusy: act.isPending,
              onTakeBack: (onSuccess) => act.mutate({ params: { id: reservation._id } }, { onSuccess }),
            }
          : undefined
      }
    />
  )
}

/** The other choices and answers. */
export function Facts({ reservation }: Props) {
  const t = useT(texts)
  const language = useLanguage()
  const when = useWhen(reservation)
  const { accommodation: stay, answers } = reservation
  const facts: Fact[] = [
    [t('participant_type'), reservation.participant_type.name],
    [t('title'), reservation.title?.name],
    [t('designation'), reservation.designation?.name],
    [t('committee'), reservation.committee_type?.name],
    [t('lodging'), stay && t('nights', { name: stay.name, count: countNights(stay.check_in, stay.check_out) })],
    [t('stay'), stay && formatRange(stay.check_in, stay.check_out, language)],
    [t('caterer'), reservation.caterer?.name],
    [t('arrival'), reservation.arrival_at && when(reservation.arrival_at)],
    [t('departure'), reservation.departure_at && when(reservation.departure_at)],
    ...answers.map((answer) => [answer.label, answerText(answer, language), answer.question_id] satisfies Fact),
  ]
  return (
    <section>
      <h2>{t('facts')}</h2>
      <FactList facts={facts} />
    </section>
  )
}

/** Health and meals: encrypted, and shown only on request, because every access is recorded. */
export function CareSection({ reservation }: Props) {
  const t = useT(texts)
  const can = useCan()
  const [asked, setAsked] = useState(false)
  const { data, error, isFetching } = useQuery({
    ...queryOf(reservationRoutes.readCare, { params: { id: reservation._id } }),
    enabled: asked,
    placeholderData: undefined,
    // Viewing counts as one access: no automatic refetch.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!can('care.read')) return null
  const words = (one: NonNullable<typeof data>[number]) => {
    const all = [...one.medical_conditions, ...one.dietary_preference, ...one.female_related]
    return all.length > 0 ? all.map((value) => t(value)).join(', ') : t('care_none')
  }
  return (
    <section className={classes.note}>
      <h2>{t('care')}</h2>
      {data ? (
        data.length === 0 ? (
          <p className="dim">{t('care_empty')}</p>
        ) : (
          <FactList facts={data.map((one) => [one.name, words(one), one.participant_id])} />
        )
      ) : (
        <>
          <p className="dim">{error ? error.message : t('care_hint')}</p>
          <Button
            variant="default"
            leftSection={<IconLock size={17} />}
            loading={isFetching}
            onClick={() => setAsked(true)}
          >
            {t('care_show')}
          </Button>
        </>
      )}
    </section>
  )
}
