import { authorizationRoutes } from '@shiloh/contract/authorization'
import { FIELD_TEXTS as fieldTexts } from '@shiloh/contract/errors'
import { adminEventRoutes, type UserEvent } from '@shiloh/contract/events/events'
import { reservationRoutes } from '@shiloh/contract/reservations/reservations'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useCan } from '#platform/account'
import { useCurrentEvent } from '#platform/current-event'
import { useLanguage, useT } from '#platform/i18n'
import { queryOf, useAct } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import { LoadFailed } from '#ui/feedback/page-states'
import { Scaffold } from '#ui/feedback/scaffold'
import { toastDone } from '#ui/feedback/toast'
import { PickSelect } from '#ui/form/pick-select'
import { PageHeader } from '#ui/shell/page-header'
import { eventQuery } from '../../queries.ts'
import { emptyChoice } from '../../reserve/choice.ts'
import { fitChoice } from '../../reserve/fit.ts'
import { useLists } from '../../reserve/lists.ts'
import type { Lists } from '../../reserve/step.ts'
import { staleAfterStaffAct } from '../queries.ts'
import { DeskForm } from './desk-form.tsx'
import type { DeskRequest } from './desk-state.ts'
import classes from './make.module.css'
import { personOf, useKeptPrices, useRelatives } from './person.ts'
import { texts } from './texts.ts'
import { type Who, WhoFields } from './who.tsx'

/** Returns the known facts of the person. */
function usePerson(who: Who) {
  const t = useT(texts)
  const { data } = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params: { id: who.user?._id ?? '' } }),
    enabled: who.kind === 'user' && who.user !== null,
    placeholderData: undefined,
  })
  if (who.kind === 'user')
    return {
      name: who.user?.name ?? t('you'),
      lastName: data?.last_name ?? '',
      gender: data?.gender ?? null,
      birth_date: data?.birth_date ?? null,
      account: data,
    }
  const { first_name, last_name, gender, birth_date, is_not_member } = who.person
  return {
    name: `${first_name} ${last_name}`.trim() || t('you'),
    lastName: last_name,
    gender,
    birth_date: birth_date || null,
    account: { title_id: null, designation_id: null, waiting_for_confirmation: [], is_not_member },
  }
}

interface MakeProps {
  event: UserEvent
  lists: Lists
  /** The person that the address names. */
  user: Who['user']
  onStale: () => void
}

function Make({ event, lists, user, onStale }: MakeProps) {
  const t = useT(texts)
  const say = useT(fieldTexts)
  const can = useCan()
  const language = useLanguage()
  const navigate = useNavigate()
  const { organisation } = useAccount()
  const act = useAct(reservationRoutes.makeReservationFor, staleAfterStaffAct, { shown: true })
  const [who, setWho] = useState<Who>({
    kind: can('users.read') ? 'user' : 'person',
    user,
    person: {
      first_name: '',
      last_name: '',
      phone: '',
      email: '',
      gender: null,
      birth_date: '',
      language,
      is_not_member: false,
    },
  })
  const me = usePerson(who)
  const priced = useKeptPrices(event, who.kind === 'user' ? who.user?._id : undefined)
  const relatives = useRelatives(who.kind === 'user' ? who.user?._id : undefined)
  const [start] = useState(() =>
    fitChoice(emptyChoice, { offer: event, relatives: [], title_id: null, designation_id: null }),
  )
  const { person } = who
  const check = () =>
    who.kind === 'user'
      ? who.user
        ? []
        : [{ field: 'user_id', message: t('person_needed') }]
      : (['first_name', 'last_name'] as const)
          .filter((field) => person[field].trim() === '')
          .map((field) => ({ field: `person.${field}`, message: say('required') }))

  const make = async (request: DeskRequest, cash: boolean) => {
    const { data } = await act.mutateAsync({
      params: { event_id: event._id },
      body: {
        ...request,
        ...(who.kind === 'user'
          ? { user_id: who.user?._id ?? '' }
          : { person: personOf(person, organisation.country) }),
      },
    })
    toastDone({ message: t('made', { code: data.code, name: data.user.name }) })
    await navigate({
      to: '/admin/reservations/$id',
      params: { id: data._id },
      // A guest at the desk pays in cash, then gets a room.
      search: { ...(cash && { cash: 'take' }), ...(data.accommodation && { room: 'give' }) },
      replace: true,
    })
  }

  return (
    <DeskForm
      event={priced}
      lists={lists}
      me={me}
      account={me.account}
      lastName={me.lastName}
      relatives={relatives}
      start={start}
      check={check}
      onStale={onStale}
      onCancel={() => void navigate({ to: '/admin/reservations' })}
      hasChanges={() => who.user?._id !== user?._id || person.first_name + person.last_name !== ''}
      submits={({ total }, { pays_at_desk }) => [
        ...(total > 0 && !event.approval_required && !pays_at_desk && can('payments.take_cash')
          ? [{ label: t('reserve_and_cash'), run: (request: DeskRequest) => make(request, true) }]
          : []),
        { label: t('reserve'), run: (request: DeskRequest) => make(request, false) },
      ]}
    >
      {(errorOf) => <WhoFields who={who} onChange={setWho} errorOf={errorOf} />}
    </DeskForm>
  )
}

/** `/admin/reservations/new`: the event, the person, their choices, then the cash if they pay immediately. */
export function MakePage() {
  const t = useT(texts)
  const navigate = useNavigate()
  const { event_id: named, user_id: userId } = useSearch({ from: '/admin/reservations/new' })
  const current = useCurrentEvent().event
  // Only what can be reserved begins by itself.
  const eventId =
    named ?? (current?.status === 'published' && Date.parse(current.ends_at) > Date.now() ? current._id : undefined)
  const can = useCan()
  const asked = useQuery({
    ...queryOf(authorizationRoutes.getUser, { params: { id: userId ?? '' } }),
    enabled: userId !== undefined && can('users.read', userId),
    placeholderData: undefined,
  })
  const user = asked.data ? { _id: asked.data._id, name: `${asked.data.first_name} ${asked.data.last_name}` } : null
  const event = useQuery({ ...eventQuery(eventId ?? ''), enabled: eventId !== undefined })
  const loaded = useLists(event.data, 'staff')
  const error = event.data ? loaded.error : event.error
  const content = () => {
    if (!eventId) return <EmptyState title={t('event_needed')} hint={t('event_needed_hint')} />
    if (error)
      return (
        <LoadFailed
          message={error.message}
          onRetry={() => {
            void event.refetch()
            loaded.retry()
          }}
        />
      )
    if (!event.data || !loaded.lists || asked.isLoading) return <Scaffold rows={8} />
    return (
      <>
        {event.data.registration_open ? null : <p className={classes.closed}>{t('registration_closed')}</p>}
        <Make key={eventId} event={event.data} lists={loaded.lists} user={user} onStale={() => void event.refetch()} />
      </>
    )
  }
  return (
    <>
      <PageHeader breadcrumbs={false} title={t('make_title')} note={user?.name} />
      <div className={classes.event}>
        <PickSelect
          label={t('event')}
          placeholder={t('choose_event')}
          route={adminEventRoutes.pickEvents}
          query={{ status: 'published' }}
          value={eventId ?? null}
          picked={event.data && [event.data]}
          onChange={(chosen) =>
            void navigate({
              to: '/admin/reservations/new',
              search: { ...(userId && { user_id: userId }), event_id: chosen._id },
              replace: true,
            })
          }
        />
      </div>
      {content()}
    </>
  )
}
