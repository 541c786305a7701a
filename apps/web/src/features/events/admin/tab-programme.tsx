import { speakerRoutes } from '@shiloh/contract/catalogue'
import type { AdminEvent } from '@shiloh/contract/events/events'
import { useWatch } from 'react-hook-form'
import { text, useT } from '#platform/i18n'
import { translated } from '../../../ui/form/languages/translated.ts'
import { RowList } from './row-list.tsx'
import { Section } from './section.tsx'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

/** The activities, by day and time. */
export function ProgrammeTab({ event }: { event: AdminEvent | undefined }) {
  const t = useT(texts)
  const [zone = 'UTC', startsAt, rows] = useWatch<EventInput, ['time_zone', 'starts_at', 'activities']>({
    name: ['time_zone', 'starts_at', 'activities'],
  })
  const names = event?.speakers.map(({ speaker_id, name }) => ({ _id: speaker_id, name }))
  const nameOf = (id: string | null | undefined) => names?.find((speaker) => speaker._id === id)?.name
  return (
    <Section title={t('activities')} hint={t('activities_hint')} wide>
      <RowList
        name="activities"
        rowName={t('activity')}
        add={t('add_activity')}
        sortable={false}
        empty={t('no_activities')}
        // A new activity begins where the last one ends: programmes are entered from top to bottom.
        fresh={() => ({
          title: '',
          starts_at: rows?.at(-1)?.ends_at || rows?.at(-1)?.starts_at || startsAt || '',
          ends_at: null,
          place: rows?.at(-1)?.place ?? '',
          speaker_id: null,
          description: '',
        })}
        fields={() => [
          { kind: 'text', name: 'title', span: 10, label: text(texts, 'activity_title'), required: true },
          { kind: 'text', name: 'place', span: 10, label: text(texts, 'place') },
          { kind: 'datetime', name: 'starts_at', span: 10, label: text(texts, 'starts_at'), zone, required: true },
          { kind: 'datetime', name: 'ends_at', span: 10, label: text(texts, 'ends_at'), zone },
        ]}
        more={{
          label: t('speaker_and_words'),
          summary: (index) =>
            [nameOf(rows?.[index]?.speaker_id), rows?.[index]?.description].filter(Boolean).join('. ') || '–',
          fields: () => [
            {
              kind: 'pick',
              name: 'speaker_id',
              label: text(texts, 'speaker'),
              route: speakerRoutes.query,
              ...(names && { picked: names }),
            },
            { kind: 'textarea', name: 'description', label: text(texts, 'description') },
            translated(
              { name: 'title', label: text(texts, 'activity_title'), max: 200 },
              { name: 'place', label: text(texts, 'place'), max: 120 },
              { name: 'description', label: text(texts, 'description'), rows: 3, max: 2000 },
            ),
          ],
        }}
      />
    </Section>
  )
}
