import { Checkbox } from '@mantine/core'
import { boardRoutes } from '@shiloh/contract/allocation/board'
import { type WalkIn, type WalkInDone, walkInRoutes } from '@shiloh/contract/allocation/walk-in'
import { formatMoney } from '@shiloh/contract/text/format'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '#platform/account'
import { call } from '#platform/api'
import { ApiError } from '#platform/client'
import { useCurrentEvent } from '#platform/current-event'
import { wholeRefusal } from '#platform/form-errors'
import { useLanguage, useT } from '#platform/i18n'
import { listSearch } from '#platform/list-search'
import { keyOf, useAct } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Refusal } from '#ui/feedback/refusal'
import { Scaffold } from '#ui/feedback/scaffold'
import { ChoiceSelect } from '#ui/form/choice-select'
import { DayInput } from '#ui/form/day-input'
import { PageHeader } from '#ui/shell/page-header'
import { eventQuery, wirePhone } from '../../reservations/index.ts'
import { Answer, Done, type Wanted } from './answer.tsx'
import { texts } from './texts.ts'
import classes from './walk-in.module.css'
import { type Who, WhoPart } from './who.tsx'

/** `/admin/reservations/rooms/walk-in`: a bed for somebody who stands at the desk. */
export function WalkInPage() {
  const t = useT(texts)
  const search = useSearch({ strict: false, select: listSearch })
  const { event, isLoading } = useCurrentEvent()
  const eventId = search['event_id'] ?? event?._id
  const { reservation_id: named, room_category_id: category } = search
  if (eventId) return <Desk key={`${eventId} ${named}`} eventId={eventId} named={named} category={category} />
  return isLoading ? <Scaffold /> : <EmptyState title={t('choose_event')} hint={t('choose_event_hint')} />
}

/** A room that was shown was taken before it could be given. */
const isTaken = (error: Error | null): boolean =>
  error instanceof ApiError && (error.code === 'room_taken' || error.code === 'room_unsuitable')

interface Place {
  /** Grows with each person, so that the next starts with empty fields. */
  readonly turn: number
  readonly who: Who | null
  readonly wanted: Wanted
  readonly noStairs: boolean
  readonly quiet: boolean
  readonly typeId: string | null
  /** The place of the chosen room in each group. */
  readonly rooms: readonly number[]
}
const FORM = 'walk-in'
const EMPTY: Place = { turn: 0, who: null, wanted: {}, noStairs: false, quiet: false, typeId: null, rooms: [] }

/** Who the address names: their names come with the answer. */
const factsOf = (found: WalkIn | undefined) => ({
  name: found?.persons.map(({ name }) => name).join(', ') ?? '',
  note: found?.reservation?.code ?? '',
})

/** Who has been given a bed, with where it is. */
const housedOf = ({ reservation: { _id, code, name }, places }: WalkInDone): Who => ({
  kind: 'reservation',
  id: _id,
  name: places.map((one) => one.name).join(', ') || name,
  note: [code, ...new Set(places.map(({ block, room }) => `${block} ${room}`))].join(', '),
})

const askedOf = (who: Who, { wanted, noStairs, quiet }: Place) => ({
  ...wanted,
  ground_floor: noStairs,
  quiet,
  ...(who.kind === 'reservation' && { reservation_id: who.id }),
  ...(who.kind === 'user' && { user_id: who.id }),
})

interface DeskProps {
  eventId: string
  /** The reservation that the address names. */
  named?: string | undefined
  /** The room category that the address names for it. */
  category?: string | undefined
}

export function Desk({ eventId, named, category }: DeskProps) {
  const t = useT(texts)
  const language = useLanguage()
  const { organisation } = useAccount()
  const [place, setPlace] = useState<Place>(
    named === undefined
      ? EMPTY
      : {
          ...EMPTY,
          who: { kind: 'reservation', id: named, name: '', note: '' },
          wanted: { room_category_id: category },
        },
  )
  const [done, setDone] = useState<WalkInDone>()
  const [lost, setLost] = useState<string>()
  const event = useQuery(eventQuery(eventId))
  const act = useAct(walkInRoutes.takeBed, [boardRoutes.readBoard], { shown: true })
  const { who, wanted, noStairs } = place
  const isReady = who !== null && (who.kind !== 'person' || who.gender !== null) && !done
  const body = who && {
    ...askedOf(who, place),
    ...(who.kind === 'person' && { person: { gender: who.gender } }),
  }
  const answer = useQuery({
    queryKey: [...keyOf(walkInRoutes.findBed), eventId, body],
    queryFn: ({ signal }) =>
      call(walkInRoutes.findBed, {
        params: { event_id: eventId },
        body: body ?? { ground_floor: false, quiet: false },
        signal,
      }),
    enabled: isReady,
    // A bed that was free a minute ago says nothing.
    staleTime: 0,
    gcTime: 0,
  })
  const found = isReady ? answer.data : undefined
  const change = (part: Partial<Place>) => {
    setPlace({ ...place, rooms: [], ...part })
    setLost(undefined)
    if (act.error) act.reset()
  }
  const types = event.data?.participant_types ?? []
  const typeId = place.typeId ?? types.find(({ sold_out }) => !sold_out)?._id ?? types[0]?._id ?? null

  const give = () => {
    if (!who || !found) return
    const rooms = found.groups.map(({ rooms: all }, index) => all[place.rooms[index] ?? 0])
    act.mutate(
      {
        params: { event_id: eventId },
        body: {
          ...askedOf(who, place),
          room_category_id: found.stay.room_category_id,
          check_in: found.stay.check_in,
          check_out: found.stay.check_out,
          room_ids: rooms.flatMap((room) => room?.room_id ?? []),
          ...(who.kind !== 'reservation' && { participant_type_id: typeId ?? '' }),
          ...(who.kind === 'person' && {
            person: {
              first_name: who.first_name,
              last_name: who.last_name,
              gender: who.gender,
              phone: wirePhone(who.phone, organisation.country),
            },
          }),
        },
      },
      {
        onSuccess: ({ data }) => setDone(data),
        onError: (error) => {
          if (!isTaken(error)) return
          setLost(rooms.flatMap((room) => (room ? `${room.block} ${room.room}` : [])).join(', '))
          setPlace({ ...place, rooms: [] })
          void answer.refetch()
        },
      },
    )
  }
  const next = () => {
    setPlace({ ...EMPTY, turn: place.turn + 1 })
    setDone(undefined)
    setLost(undefined)
    act.reset()
  }

  const refusal = act.error instanceof ApiError && !isTaken(act.error) ? act.error : undefined
  const errorOf = (field: string) => refusal?.fields.find((one) => one.field === field)?.message
  const unanswered = answer.error instanceof ApiError ? answer.error : undefined
  const isFree = found?.groups.every(({ rooms }) => rooms.length > 0) ?? false
  const categories = event.data?.accommodations ?? []
  const content = () => {
    if (done) return <Done done={done} zone={event.data?.time_zone} onNext={next} />
    if (!who) return <EmptyState title={t('choose_who')} hint={t('choose_who_hint')} />
    if (!isReady) return <EmptyState title={t('choose_gender')} hint={t('choose_gender_hint')} />
    if (answer.error && !found)
      return (
        <LoadFailed
          message={unanswered ? wholeRefusal(unanswered) : answer.error.message}
          onRetry={() => void answer.refetch()}
        />
      )
    if (!found) return <Scaffold rows={4} />
    return (
      <>
        {lost === undefined ? null : <Refusal>{isFree ? t('taken', { room: lost }) : t('taken_none')}</Refusal>}
        {refusal ? (
          <Refusal>
            <p>{refusal.message}</p>
            {refusal.fields.map(({ field, message }) => (
              <p key={field}>{message}</p>
            ))}
          </Refusal>
        ) : null}
        <Answer
          found={found}
          home={who.kind === 'reservation' && who.room ? { name: who.name, room: who.room } : null}
          eachNight={categories.find(({ room_category_id: id }) => id === found.stay.room_category_id)?.price_per_night}
          type={who.kind === 'reservation' ? undefined : types.find(({ _id }) => _id === typeId)}
          chosen={place.rooms}
          busy={act.isPending}
          onChoose={(group, room) =>
            change({ rooms: found.groups.map((_, at) => (at === group ? room : (place.rooms[at] ?? 0))) })
          }
          onWant={(want) => change({ wanted: want })}
          formId={FORM}
        />
      </>
    )
  }
  return (
    <div className={classes.page}>
      <PageHeader breadcrumbs={false} compact title={t('find_bed')} note={t('about')} />
      <div className={classes.desk}>
        <form
          id={FORM}
          className={classes.ask}
          onSubmit={(submitted) => {
            submitted.preventDefault()
            if (isFree && !act.isPending) give()
          }}
        >
          <section className={classes.part} aria-labelledby="walk-in-who">
            <h2 id="walk-in-who">{t('who')}</h2>
            <WhoPart
              key={`${place.turn} ${done ? 'done' : who?.kind}`}
              eventId={eventId}
              who={
                done
                  ? housedOf(done)
                  : who && who.kind !== 'person' && who.name === ''
                    ? { ...who, ...factsOf(answer.data) }
                    : who
              }
              errorOf={errorOf}
              onChange={(chosen) => (done ? next() : change({ who: chosen, ...(chosen ? {} : { wanted: {} }) }))}
            />
            {who && !done && who.kind !== 'reservation' ? (
              <ChoiceSelect
                label={t('type')}
                value={typeId}
                choices={types.map(({ _id, name, price }) => ({
                  value: _id,
                  label: `${name}, ${formatMoney(price, event.data?.currency ?? '', language)}`,
                }))}
                error={errorOf('participant_type_id')}
                onChange={(chosen) => change({ typeId: chosen })}
              />
            ) : null}
          </section>
          {who && found?.persons.length !== 0 && (found || wanted.check_in || wanted.check_out) ? (
            <section className={classes.part} aria-labelledby="walk-in-which">
              <h2 id="walk-in-which">{t('which')}</h2>
              <div className={classes.pair}>
                <DayInput
                  label={t('first_night')}
                  value={wanted.check_in ?? found?.stay.check_in ?? null}
                  error={errorOf('accommodation.check_in')}
                  onChange={(day) => change({ wanted: { ...wanted, check_in: day ?? undefined } })}
                />
                <DayInput
                  label={t('departure')}
                  value={wanted.check_out ?? found?.stay.check_out ?? null}
                  error={errorOf('accommodation.check_out')}
                  onChange={(day) => change({ wanted: { ...wanted, check_out: day ?? undefined } })}
                />
              </div>
              {categories.length > 1 ? (
                <ChoiceSelect
                  label={t('category')}
                  value={wanted.room_category_id ?? found?.stay.room_category_id ?? null}
                  choices={categories.map(({ room_category_id, name, price_per_night: price }) => ({
                    value: room_category_id,
                    label: t('per_night', {
                      category: name,
                      price: formatMoney(price, event.data?.currency ?? '', language),
                    }),
                  }))}
                  onChange={(chosen) => change({ wanted: { ...wanted, room_category_id: chosen } })}
                />
              ) : null}
              <Checkbox
                label={t('no_stairs')}
                description={t('no_stairs_hint')}
                checked={noStairs}
                onChange={(changed) => change({ noStairs: changed.currentTarget.checked })}
              />
              <Checkbox
                label={t('quiet')}
                description={t('quiet_hint')}
                checked={place.quiet}
                onChange={(changed) => change({ quiet: changed.currentTarget.checked })}
              />
            </section>
          ) : null}
        </form>
        <section className={classes.answer} aria-label={t('best')} aria-busy={answer.isFetching}>
          {content()}
        </section>
      </div>
    </div>
  )
}
