import { participantTypeRoutes } from '@shiloh/contract/catalogue'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { UNPAID_RULES } from '@shiloh/contract/payments/money'
import { useWatch } from 'react-hook-form'
import { currencyChoices } from '#platform/currencies'
import { text, useT } from '#platform/i18n'
import { translated } from '../../../ui/form/languages/translated.ts'
import { RowList } from './row-list.tsx'
import { Fields, Section, useZone } from './section.tsx'
import { PLACES } from './tabs.ts'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

/** The participant types and their prices. */
function ParticipantTypes({ event }: { event: AdminEvent | undefined }) {
  const t = useT(texts)
  const [currency = '', types] = useWatch<EventInput, ['currency', 'participant_types']>({
    name: ['currency', 'participant_types'],
  })
  const names = event?.participant_types.map(({ participant_type_id, name }) => ({ _id: participant_type_id, name }))
  const claimedOf = (index: number) =>
    event?.participant_types.find((type) => type.participant_type_id === types?.[index]?.participant_type_id)?.claimed
  return (
    <Section title={t('participant_types')} hint={t('participant_types_hint')} wide>
      <RowList
        name="participant_types"
        rowName={t('participant_type')}
        add={t('add_participant_type')}
        heads="first"
        empty={t('no_participant_types')}
        fresh={() => ({
          participant_type_id: '',
          price: 0,
          places: null,
          members_only: false,
          title_ids: [],
          designation_ids: [],
          min_age: null,
          max_age: null,
          note: '',
        })}
        fields={() => [
          {
            kind: 'pick',
            name: 'participant_type_id',
            span: 8,
            label: text(texts, 'participant_type'),
            route: participantTypeRoutes.query,
            required: true,
            ...(names && { picked: names }),
          },
          { kind: 'money', name: 'price', span: 6, label: text(texts, 'price'), currency, required: true },
          {
            kind: 'number',
            name: 'places',
            span: 6,
            label: text(texts, 'row_places'),
            min: 0,
            placeholder: text(texts, 'no_limit'),
          },
        ]}
        note={(index) => {
          const claimed = claimedOf(index)
          return claimed ? t('taken_hint', { claimed }) : null
        }}
        more={{
          label: t('who_may_choose'),
          summary: (index) => {
            const type = types?.[index]
            const isForAll = (type?.min_age ?? null) === null && (type?.max_age ?? null) === null
            const isOpen = isForAll && !type?.members_only && !type?.title_ids?.length && !type?.designation_ids?.length
            return [t(isOpen ? 'everybody' : 'restricted'), type?.note].filter(Boolean).join('. ')
          },
          fields: () => [
            { kind: 'switch', name: 'members_only', label: text(texts, 'members_only') },
            {
              kind: 'multipick',
              name: 'title_ids',
              label: text(texts, 'titles'),
              route: organisationRoutes.pickTitles,
              half: true,
            },
            {
              kind: 'multipick',
              name: 'designation_ids',
              label: text(texts, 'designations'),
              route: organisationRoutes.pickDesignations,
              half: true,
            },
            {
              kind: 'number',
              name: 'min_age',
              label: text(texts, 'min_age'),
              hint: text(texts, 'age_hint'),
              min: 0,
              max: 120,
              half: true,
            },
            { kind: 'number', name: 'max_age', label: text(texts, 'max_age'), min: 0, max: 120, half: true },
            { kind: 'text', name: 'note', label: text(texts, 'note') },
            translated({ name: 'note', label: text(texts, 'note'), max: 300 }),
          ],
        }}
      />
    </Section>
  )
}

/** The due dates. */
function Money() {
  const t = useT(texts)
  const zone = useZone()
  const currency = useWatch<EventInput, 'currency'>({ name: 'currency' }) ?? ''
  return (
    <Section title={t('money')}>
      <Fields
        fields={[
          {
            kind: 'select',
            name: 'currency',
            label: PLACES.currency.label,
            choices: currencyChoices(currency),
            required: true,
            half: true,
          },
          {
            kind: 'number',
            name: 'deposit_percent',
            label: PLACES.deposit_percent.label,
            hint: text(texts, 'deposit_hint'),
            min: 1,
            max: 99,
            half: true,
          },
          {
            kind: 'datetime',
            name: 'balance_due_at',
            label: PLACES.balance_due_at.label,
            hint: text(texts, 'balance_due_hint'),
            zone,
            half: true,
          },
          {
            kind: 'select',
            name: 'unpaid_rule',
            label: PLACES.unpaid_rule.label,
            required: true,
            half: true,
            choices: UNPAID_RULES.map((rule) => ({ value: rule, label: text(texts, `unpaid_${rule}`) })),
          },
        ]}
      />
    </Section>
  )
}

/** The cancellation deadline, and refunds. */
function Cancelling() {
  const t = useT(texts)
  const zone = useZone()
  return (
    <Section title={t('cancelling')} hint={t('cancelling_hint')}>
      <Fields
        fields={[
          {
            kind: 'datetime',
            name: 'cancellation_deadline',
            label: PLACES.cancellation_deadline.label,
            hint: text(texts, 'cancellation_deadline_hint'),
            zone,
            half: true,
          },
        ]}
      />
      <RowList
        name="refund_rules"
        rowName={t('refund_rule')}
        add={t('add_refund_rule')}
        heads="first"
        sortable={false}
        empty={t('no_refund_rules')}
        fresh={() => ({ until: '', percent: 100 })}
        fields={() => [
          { kind: 'datetime', name: 'until', span: 10, label: text(texts, 'until'), zone, required: true },
          {
            kind: 'number',
            name: 'percent',
            span: 10,
            label: text(texts, 'percent'),
            min: 0,
            max: 100,
            required: true,
          },
        ]}
      />
    </Section>
  )
}

/** Participant types and prices, due dates and refunds. */
export function PricesTab({ event }: { event: AdminEvent | undefined }) {
  return (
    <>
      <ParticipantTypes event={event} />
      <Money />
      <Cancelling />
    </>
  )
}
