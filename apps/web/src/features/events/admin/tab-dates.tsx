import type { AdminEvent } from '@shiloh/contract/events/events'
import { formatZone } from '@shiloh/contract/text/format'
import { eventCenterRoutes } from '@shiloh/contract/venues'
import { useMemo } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { type TextRef, text, useLanguage, useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import { useProblem } from './problem.ts'
import { Fields, Section, useZone } from './section.tsx'
import { PLACES } from './tabs.ts'
import { texts } from './texts.ts'
import { type EventInput, rezoned } from './values.ts'

/** The event's time zone. Changing it keeps the local times. */
function ZoneField({ onRezone }: { onRezone: (values: EventInput) => void }) {
  const language = useLanguage()
  const t = useT(texts)
  const { getValues } = useFormContext<EventInput>()
  const { field, fieldState } = useController({ name: 'time_zone' })
  const error = useProblem(fieldState.error?.message)
  const zone = typeof field.value === 'string' ? field.value : 'UTC'
  const zones = useMemo(() => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].sort(), [zone])
  return (
    <ChoiceSelect
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      label={t('time_zone')}
      description={formatZone(zone, language)}
      error={error}
      required
      limit={60}
      choices={zones.map((name) => ({ value: name, label: name.replaceAll('_', ' ') }))}
      value={zone}
      onChange={(chosen) => onRezone(rezoned(getValues(), zone, chosen))}
    />
  )
}

/** `1440` → "That is 1 day." */
function longOf(minutes: unknown): TextRef | undefined {
  if (typeof minutes !== 'number' || minutes < 60) return undefined
  return text(texts, 'minutes_long', {
    days: Math.floor(minutes / 1440),
    hours: Math.floor((minutes % 1440) / 60),
    minutes: minutes % 60,
  })
}

interface DatesTabProps {
  event: AdminEvent | undefined
  onRezone: (values: EventInput) => void
}

function WhenAndWhere({ event, onRezone }: DatesTabProps) {
  const t = useT(texts)
  const zone = useZone()
  return (
    <Section title={t('when_and_where')} hint={t('when_and_where_hint')}>
      <Fields
        fields={[
          { kind: 'datetime', name: 'starts_at', label: PLACES.starts_at.label, zone, required: true, half: true },
          { kind: 'datetime', name: 'ends_at', label: PLACES.ends_at.label, zone, required: true, half: true },
        ]}
      />
      <ZoneField onRezone={onRezone} />
      <Fields
        fields={[
          {
            kind: 'pick',
            name: 'event_center_id',
            label: PLACES.event_center_id.label,
            hint: text(texts, 'event_center_hint'),
            route: eventCenterRoutes.query,
            ...(event?.event_center_id &&
              event.event_center && { picked: [{ _id: event.event_center_id, name: event.event_center }] }),
          },
          {
            kind: 'text',
            type: 'url',
            inputMode: 'url',
            name: 'online_url',
            label: PLACES.online_url.label,
            hint: text(texts, 'online_url_hint'),
          },
        ]}
      />
    </Section>
  )
}

function Registration() {
  const t = useT(texts)
  const zone = useZone()
  return (
    <Section title={t('registration')} hint={t('registration_hint')}>
      <Fields
        fields={[
          {
            kind: 'datetime',
            name: 'registration_opens_at',
            label: PLACES.registration_opens_at.label,
            zone,
            half: true,
          },
          {
            kind: 'datetime',
            name: 'registration_closes_at',
            label: PLACES.registration_closes_at.label,
            zone,
            half: true,
          },
          {
            kind: 'switch',
            name: 'approval_required',
            label: PLACES.approval_required.label,
            hint: text(texts, 'approval_required_hint'),
          },
        ]}
      />
    </Section>
  )
}

/** The number of places, and how long they are held. */
function Places({ event }: Pick<DatesTabProps, 'event'>) {
  const t = useT(texts)
  const [hold, offer] = useWatch<EventInput, ['hold_minutes', 'waiting_list_minutes']>({
    name: ['hold_minutes', 'waiting_list_minutes'],
  })
  const held = longOf(hold)
  const offered = longOf(offer)
  return (
    <Section title={t('places')} hint={t('places_hint')}>
      <Fields
        fields={[
          {
            kind: 'number',
            name: 'capacity',
            label: PLACES.capacity.label,
            min: 0,
            hint: event?.claimed ? text(texts, 'taken_hint', { claimed: event.claimed }) : text(texts, 'no_limit_hint'),
          },
          {
            kind: 'number',
            name: 'hold_minutes',
            label: PLACES.hold_minutes.label,
            min: 1,
            required: true,
            half: true,
            ...(held && { hint: held }),
          },
          {
            kind: 'number',
            name: 'waiting_list_minutes',
            label: PLACES.waiting_list_minutes.label,
            min: 5,
            required: true,
            half: true,
            ...(offered && { hint: offered }),
          },
        ]}
      />
    </Section>
  )
}

function PayingAtDesk() {
  const t = useT(texts)
  const zone = useZone()
  return (
    <Section title={t('paying_at_desk')} hint={t('paying_at_desk_hint')}>
      <Fields
        fields={[
          { kind: 'datetime', name: 'cash_deadline', label: PLACES.cash_deadline.label, zone, half: true },
          {
            kind: 'number',
            name: 'cash_places',
            label: PLACES.cash_places.label,
            min: 0,
            half: true,
            hint: text(texts, 'no_limit_hint'),
          },
        ]}
      />
    </Section>
  )
}

/** When and where the event takes place, the registration period, and the places. */
export function DatesTab({ event, onRezone }: DatesTabProps) {
  return (
    <>
      <WhenAndWhere event={event} onRezone={onRezone} />
      <Registration />
      <Places event={event} />
      <PayingAtDesk />
    </>
  )
}
