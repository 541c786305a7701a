import { Button } from '@mantine/core'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { bedRoutes } from '@shiloh/contract/reservations/beds'
import { countNights } from '@shiloh/contract/reservations/nights'
import { CHARGED_PER } from '@shiloh/contract/reservations/quote'
import { dayIn } from '@shiloh/contract/text/zone'
import { eventBlockRoutes, roomCategoryRoutes } from '@shiloh/contract/venues'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useWatch } from 'react-hook-form'
import { text, useT } from '#platform/i18n'
import { queryOf } from '#platform/queries'
import { EmptyState } from '#ui/feedback/empty-state'
import classes from './editor.module.css'
import { RowList } from './row-list.tsx'
import { Section } from './section.tsx'
import type { Tab } from './tabs.ts'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

interface RowNoteProps {
  centerId: string
  eventId: string | undefined
  index: number
  claimed: number | undefined
}

/** The nights of a row, the free beds of each block, and the events that have the others. */
function RowNote({ centerId, eventId, index, claimed }: RowNoteProps) {
  const t = useT(texts)
  const rows = useWatch<EventInput, 'accommodations'>({ name: 'accommodations' })
  const row = rows?.[index]
  const { room_category_id = '', check_in_from: check_in = '', check_out_until: check_out = '' } = row ?? {}
  const nights = check_in && check_out ? countNights(check_in, check_out) : 0
  const query = { room_category_id, check_in, check_out, ...(eventId && { event_id: eventId }) }
  const { data } = useQuery({
    ...queryOf(bedRoutes.readBedPool, { params: { id: centerId }, query }),
    enabled: room_category_id !== '' && nights > 0,
    placeholderData: undefined,
  })
  const chosen = row?.block_ids ?? []
  const blocks = data?.filter((one) => chosen.length === 0 || chosen.includes(one.event_block_id))
  const free = (blocks ?? []).reduce((sum, one) => sum + one.free, 0)
  return (
    <>
      {[
        nights > 0 ? `${t('nights', { nights })}.` : undefined,
        blocks ? t('beds_there', { beds: free }) : undefined,
        claimed ? t('taken_hint', { claimed }) : undefined,
      ]
        .filter(Boolean)
        .join(' ')}
      {blocks && blocks.length > 0 ? (
        <ul className={classes.pool}>
          {blocks.map((one) => (
            <li key={one.event_block_id}>
              <b>{one.block}</b>: {t('beds_free', { free: one.free, beds: one.beds })}
              {one.held.map(({ event_id, event, beds }) => (
                <span key={event_id}>
                  {', '}
                  <Link to="/admin/events/$id" params={{ id: event_id }} search={{ tab: 'lodging' }}>
                    {event}
                  </Link>{' '}
                  {t('beds_held', { beds })}
                </span>
              ))}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

/** The room categories to choose, their nights and prices. */
export function LodgingTab({ event, onTab }: { event: AdminEvent | undefined; onTab: (tab: Tab) => void }) {
  const t = useT(texts)
  const [centerId, currency = '', zone = 'UTC', startsAt, endsAt, rows] = useWatch<
    EventInput,
    ['event_center_id', 'currency', 'time_zone', 'starts_at', 'ends_at', 'accommodations']
  >({ name: ['event_center_id', 'currency', 'time_zone', 'starts_at', 'ends_at', 'accommodations'] })
  if (!centerId) {
    return (
      <EmptyState
        title={t('no_accommodations')}
        hint={t('choose_venue_first')}
        action={
          <Button variant="default" onClick={() => onTab('dates')}>
            {t('choose_venue')}
          </Button>
        }
      />
    )
  }
  const dayOf = (instant: string | undefined) => (instant ? dayIn(instant, zone) : '')
  const names = event?.accommodations.map(({ room_category_id, name }) => ({ _id: room_category_id, name }))
  const claimedOf = (index: number) =>
    event?.accommodations.find((one) => one.room_category_id === rows?.[index]?.room_category_id)?.claimed
  return (
    <Section title={t('accommodations')} hint={t('accommodations_hint')} wide>
      <RowList
        name="accommodations"
        rowName={t('room_category')}
        add={t('add_room_category')}
        empty={t('no_accommodations')}
        fresh={() => ({
          room_category_id: '',
          block_ids: [],
          price_per_night: 0,
          charged_per: 'person',
          check_in_from: dayOf(startsAt),
          check_out_until: dayOf(endsAt),
          beds: null,
        })}
        fields={() => [
          {
            kind: 'pick',
            name: 'room_category_id',
            span: 8,
            label: text(texts, 'room_category'),
            route: roomCategoryRoutes.query,
            required: true,
            ...(names && { picked: names }),
          },
          {
            kind: 'multipick',
            name: 'block_ids',
            span: 12,
            label: text(texts, 'blocks'),
            hint: text(texts, 'blocks_hint'),
            route: eventBlockRoutes.query,
            query: { event_center_id: centerId },
          },
          {
            kind: 'money',
            name: 'price_per_night',
            span: 7,
            label: text(texts, 'price_per_night'),
            currency,
            required: true,
          },
          {
            kind: 'select',
            name: 'charged_per',
            span: 7,
            label: text(texts, 'charged_per'),
            required: true,
            choices: CHARGED_PER.map((per) => ({ value: per, label: text(texts, `charged_per_${per}`) })),
          },
          { kind: 'number', name: 'beds', span: 6, label: text(texts, 'beds'), min: 0 },
          { kind: 'date', name: 'check_in_from', span: 10, label: text(texts, 'check_in_from'), required: true },
          { kind: 'date', name: 'check_out_until', span: 10, label: text(texts, 'check_out_until'), required: true },
        ]}
        note={(index) => <RowNote centerId={centerId} eventId={event?._id} index={index} claimed={claimedOf(index)} />}
      />
    </Section>
  )
}
