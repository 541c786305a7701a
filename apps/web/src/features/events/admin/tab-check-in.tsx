import { catererRoutes } from '@shiloh/contract/catalogue'
import { POINT_KINDS, RULES_OF } from '@shiloh/contract/checkin/points'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { formatDay, formatList, formatTime } from '@shiloh/contract/text/format'
import { dayIn } from '@shiloh/contract/text/zone'
import { useWatch } from 'react-hook-form'
import { text, useLanguage, useT } from '#platform/i18n'
import { translated } from '../../../ui/form/languages/translated.ts'
import { type RowField, RowList } from './row-list.tsx'
import { Fields, Section } from './section.tsx'
import { SittingsBlock } from './sittings-block.tsx'
import { PLACES } from './tabs.ts'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

/** The scan points, in the order in which devices offer them. */
export function CheckInTab({ event }: { event: AdminEvent | undefined }) {
  const t = useT(texts)
  const [zone = 'UTC', rows] = useWatch<EventInput, ['time_zone', 'scan_points']>({
    name: ['time_zone', 'scan_points'],
  })
  const language = useLanguage()
  const kept = new Set(rows?.map(({ _id }) => _id))
  const removed = event?.scan_points.filter(({ _id }) => !kept.has(_id)) ?? []
  const names = event?.caterers.map(({ caterer_id, name }) => ({ _id: caterer_id, name }))
  const ruleField = (index: number): readonly RowField[] => {
    const rules = RULES_OF[rows?.[index]?.kind ?? 'gate']
    return rules.length === 1
      ? []
      : [
          {
            kind: 'select',
            name: 'rule',
            span: 6,
            label: text(texts, 'point_rule'),
            required: true,
            choices: rules.map((value) => ({ value, label: text(texts, `rule_${value}`) })),
          },
        ]
  }
  const kindFields = (index: number): readonly RowField[] => {
    switch (rows?.[index]?.kind) {
      case 'gate':
      case 'key_desk':
      case undefined:
        return []
      case 'hall':
        return [capacity]
      case 'meal':
        return [
          { kind: 'datetime', name: 'starts_at', span: 7, label: text(texts, 'point_starts_at'), zone },
          { kind: 'datetime', name: 'ends_at', span: 7, label: text(texts, 'point_ends_at'), zone },
          {
            kind: 'pick',
            name: 'caterer_id',
            span: 6,
            label: text(texts, 'point_caterer'),
            route: catererRoutes.query,
            ...(names && { picked: names }),
          },
        ]
      default:
        return [
          { kind: 'datetime', name: 'starts_at', span: 7, label: text(texts, 'point_starts_at'), zone },
          rows?.[index]?.rule === 'once_a_day' ? { ...capacity, label: text(texts, 'point_capacity_daily') } : capacity,
        ]
    }
  }
  const capacity: RowField = {
    kind: 'number',
    name: 'capacity',
    span: 4,
    label: text(texts, 'point_capacity'),
    min: 1,
    placeholder: text(texts, 'no_limit'),
  }
  const dayOf = (index: number) => {
    const point = rows?.[index]
    return point?.kind === 'meal' && point.starts_at ? dayIn(point.starts_at, zone) : undefined
  }
  const summaryOf = (index: number) => {
    const { kind = 'gate', rule, starts_at, ends_at, caterer_id } = rows?.[index] ?? {}
    const time = (at: string) => formatTime(at, language, zone)
    const day = starts_at && kind !== 'meal' ? formatDay(starts_at, language, zone) : ''
    const hours = starts_at ? [starts_at, ...(ends_at ? [ends_at] : [])].map(time).join(' – ') : ''
    const caterer = names?.find(({ _id }) => _id === caterer_id)?.name
    return [t(`point_${kind}`), day, hours, caterer, rule && t(`rule_${rule}`)].filter(Boolean).join(' · ')
  }
  return (
    <>
      <Section title={t('scan_points')} hint={t('scan_points_hint')} wide>
        <SittingsBlock event={event} />
        <RowList
          name="scan_points"
          rowName={t('scan_point')}
          add={t('add_scan_point')}
          empty={t('no_scan_points')}
          fresh={() => ({
            kind: 'hall',
            rule: 'count',
            name: '',
            capacity: null,
            starts_at: null,
            ends_at: null,
            caterer_id: null,
          })}
          fold={{
            title: (index) => rows?.[index]?.name ?? '',
            summary: summaryOf,
            heading: (index) => {
              const day = dayOf(index)
              if (day === undefined || day === dayOf(index - 1)) return undefined
              return formatDay(`${day}T12:00:00Z`, language, 'UTC')
            },
          }}
          fields={(index) => [
            { kind: 'text', name: 'name', span: 9, label: text(texts, 'point_name'), required: true },
            {
              kind: 'select',
              name: 'kind',
              span: 5,
              label: text(texts, 'point_kind'),
              required: true,
              choices: POINT_KINDS.map((value) => ({ value, label: text(texts, `point_${value}`) })),
            },
            ...ruleField(index),
            ...kindFields(index),
          ]}
          more={{
            label: t('languages'),
            summary: (index) => rows?.[index]?.name || '–',
            fields: () => [translated({ name: 'name', label: text(texts, 'point_name'), max: 80 })],
          }}
        />
        {removed.length > 0 ? (
          <p role="status" className="dim">
            {t('removed_points', {
              points: formatList(
                removed.map(({ name }) => name),
                language,
              ),
            })}
          </p>
        ) : null}
      </Section>
      <Section title={t('copies')} hint={t('copies_hint')}>
        <Fields
          fields={[
            {
              kind: 'number',
              name: 'gate_copy_minutes',
              label: PLACES.gate_copy_minutes.label,
              min: 5,
              max: 1440,
              required: true,
              half: true,
            },
          ]}
        />
      </Section>
    </>
  )
}
