import { Group, Radio, Skeleton } from '@mantine/core'
import { GENDERS } from '@shiloh/contract/identity/account'
import { addDays } from '@shiloh/contract/reservations/nights'
import { leftOfLodging } from '@shiloh/contract/reservations/offer'
import { isMinorAt } from '@shiloh/contract/reservations/party'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { formatDay, formatMoney } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { useLanguage, useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { queryOf } from '#platform/queries'
import { Said, sentences } from '#ui/base/said'
import { StatusBadge } from '#ui/base/status-badge'
import { type ChoiceLine, ChoiceList, problemOf } from '#ui/form/choice-list'
import { Left } from '../parts/left.tsx'
import { personsIn } from './choice.ts'
import { NightTiles } from './night-tiles.tsx'
import { ageAt } from './people.ts'
import classes from './reserve.module.css'
import { bedsLeft, isStayPossible, offeredNights } from './stay.ts'
import { byWhom, fieldId, type StepProps } from './step.ts'
import { bedsOf, comingIn, isGenderAsked, mateLimit } from './steps.ts'
import { texts } from './texts.ts'
import { WaitingButton } from './waiting-button.tsx'

/** It reads phones, whose library is a tenth of the wizard, and only a room for several asks for room-mates. */
const MatesPart = lazyPart(() =>
  import('./mates-part.tsx').then(({ MatesPart: component }) => ({ default: component })),
)

type Accommodation = StepProps['event']['accommodations'][number]

/** Loads descriptions of the rooms. The list is complete without them. */
function useDescriptions(event: StepProps['event']): ReadonlyMap<string, ReactNode> {
  const { data } = useQuery(queryOf(reservationRoutes.listRoomCategories, { query: { event_id: event._id } }))
  return new Map(
    (data ?? []).map(({ _id, description, languages }) => [
      _id,
      description && <Said words={description} lang={languages?.description} />,
    ]),
  )
}

/** Asks the main person, whose account has no gender, once they choose a bed. */
function GenderPart({ by, choice, change, errorOf }: StepProps) {
  const t = useT(texts)
  const error = errorOf('gender')
  return (
    <Radio.Group
      id={fieldId('gender')}
      className={classes.part ?? ''}
      label={t(by === 'staff' ? 'gender' : 'your_gender')}
      description={t('gender_note')}
      value={choice.gender}
      onChange={(value) => change({ gender: GENDERS.find((one) => one === value) ?? null })}
      error={problemOf(error)}
    >
      <Group gap="lg" className={classes.radios ?? ''}>
        {GENDERS.map((value) => (
          <Radio key={value} value={value} label={t(value)} aria-invalid={error !== undefined} />
        ))}
      </Group>
    </Radio.Group>
  )
}

/** Third step: nights and room category. */
export function RoomsStep(props: StepProps) {
  const { event, situation, choice, change, errorOf, waiting } = props
  const t = useT(texts)
  const language = useLanguage()
  const descriptions = useDescriptions(event)
  const offered = offeredNights(event.accommodations)
  if (!offered) return null
  const stay = choice.check_in && choice.check_out ? { check_in: choice.check_in, check_out: choice.check_out } : null
  const today = dayIn(new Date(), event.time_zone)
  const { kept } = situation
  const isOver = (night: string): boolean =>
    night < today && !(kept !== null && kept.check_in <= night && night < kept.check_out)
  const ways = new Set(event.accommodations.map(({ charged_per }) => charged_per))
  const isMixed = ways.size > 1
  const persons = personsIn(choice)
  const hasMinors = comingIn(situation).some(({ person }) => isMinorAt(ageAt(event, person)))

  const lineOf = (room: Accommodation): ChoiceLine => {
    const known = { kept: bedsOf(situation, room.room_category_id), today }
    const stands = isStayPossible(room, choice, known)
    const isSoldOut = stands === 'sold_out'
    const isWaiting = waiting.isOn('beds', room.name)
    const left = stay ? bedsLeft(room, stay, persons, known) : room.beds_left
    const rest = leftOfLodging({ ...room, sold_out: isSoldOut }, left)
    const per = isMixed ? t(room.charged_per === 'room' ? 'per_room' : 'per_bed') : ''
    const about = descriptions.get(room.room_category_id)
    const beds = room.beds_per_room
    const isSplit = beds > 0 && persons > beds
    const split = isSplit ? t('split_rooms', { beds, persons, rooms: Math.ceil(persons / beds) }) : ''
    const when =
      stands === 'not_these_nights'
        ? t('not_these_nights', {
            from: formatDay(room.check_in_from, language, 'UTC', { weekdays: false }),
            to: formatDay(room.check_out_until, language, 'UTC', { weekdays: false }),
          })
        : ''
    return {
      value: room.room_category_id,
      title: room.name,
      lang: room.languages?.name,
      note: sentences([per, about, when]),
      price: formatMoney(room.price_per_night, event.currency, language),
      left: (
        <>
          {isSoldOut ? <StatusBadge status="sold_out" /> : null}
          {isSoldOut && rest.count === 0 ? null : <Left {...rest} />}
        </>
      ),
      closed:
        stands === 'not_these_nights' ||
        isOver(addDays(room.check_out_until, -1)) ||
        (isSoldOut && !situation.isWaiting),
      below:
        isSoldOut && (isWaiting || waiting.join) ? (
          <WaitingButton
            waiting={isWaiting}
            onJoin={
              waiting.join &&
              (() =>
                waiting.join?.(
                  { kind: 'beds', name: room.name, item: room.room_category_id },
                  { room: room.room_category_id },
                ))
            }
          />
        ) : split && choice.room === room.room_category_id ? (
          <p className={classes.hint}>{hasMinors ? `${split} ${t('split_minors', { by: byWhom(props) })}` : split}</p>
        ) : undefined,
    }
  }

  return (
    <>
      <NightTiles
        by={byWhom(props)}
        offered={offered}
        stay={stay}
        isOver={(night) => night < today}
        onChange={(next) => change(next ?? { check_in: '', check_out: '' })}
        error={errorOf('accommodation.check_in') ?? errorOf('accommodation.check_out')}
      />
      <section className={classes.part}>
        <h2 id="room">{t('room')}</h2>
        <p className={classes.hint}>
          {t(isMixed ? 'price_each_night' : ways.has('room') ? 'price_per_room' : 'price_per_bed')}
        </p>
        <ChoiceList
          id={fieldId('accommodation.room_category_id')}
          labelledBy="room"
          lines={[
            ...event.accommodations.map(lineOf),
            {
              value: 'none',
              title: t('no_lodging'),
              note: t('no_lodging_note', { by: byWhom(props) }),
              price: formatMoney(0, event.currency, language),
            },
          ]}
          value={choice.room}
          onChoose={(room) => change({ room })}
          error={errorOf('accommodation.room_category_id')}
        />
      </section>
      {isGenderAsked(situation) ? <GenderPart {...props} /> : null}
      {mateLimit(situation) > 0 ? (
        <Suspense fallback={<Skeleton height={168} radius="sm" />}>
          <MatesPart {...props} />
        </Suspense>
      ) : null}
    </>
  )
}
