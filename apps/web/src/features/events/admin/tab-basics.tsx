import { Button, Textarea } from '@mantine/core'
import { coverSvg } from '@shiloh/contract/events/covers'
import { type AdminEvent, adminEventRoutes, EVENT_KINDS } from '@shiloh/contract/events/events'
import { taskTemplateRoutes } from '@shiloh/contract/tasks'
import { IconUpload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { useCan } from '#platform/account'
import { call } from '#platform/api'
import { text, useT } from '#platform/i18n'
import { keyOf } from '#platform/queries'
import { showFailure } from '#ui/feedback/failure'
import { toastDone } from '#ui/feedback/toast'
import { translated } from '../../../ui/form/languages/translated.ts'
import classes from './editor.module.css'
import { useProblem } from './problem.ts'
import { eventKey } from './queries.ts'
import { Fields, Section } from './section.tsx'
import { PLACES } from './tabs.ts'
import { texts } from './texts.ts'

const maxSummary = 500

/** One sentence, with a character limit. */
function SummaryField() {
  const t = useT(texts)
  const { field, fieldState } = useController({ name: 'summary' })
  const error = useProblem(fieldState.error?.message)
  const value = typeof field.value === 'string' ? field.value : ''
  return (
    <Textarea
      ref={field.ref}
      name={field.name}
      onBlur={field.onBlur}
      autosize
      minRows={2}
      label={t('summary')}
      description={t('count_of', { count: Array.from(value).length, max: maxSummary })}
      error={error}
      value={value}
      onChange={(event) => field.onChange(event.currentTarget.value)}
    />
  )
}

/** The image of the event: generated until somebody uploads one. */
function CoverField({ event }: { event: AdminEvent }) {
  const t = useT(texts)
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const drawn = useMemo(() => `data:image/svg+xml,${encodeURIComponent(coverSvg(event._id))}`, [event._id])

  const set = async (picture: File | undefined) => {
    setBusy(true)
    try {
      const changed = await call(adminEventRoutes.setEventPicture, {
        params: { id: event._id },
        files: picture ? { picture } : {},
      })
      queries.setQueryData(eventKey(event._id), changed)
      await queries.invalidateQueries({ queryKey: keyOf(adminEventRoutes.listAdminEvents) })
      toastDone({ message: t('saved') })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      showFailure(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={classes.cover}>
      <img src={event.picture_url ?? drawn} alt={t(event.picture_url ? 'cover_uploaded' : 'cover_drawn')} />
      <div className={classes.coverWords}>
        <p className="small">{t(event.picture_url ? 'cover_uploaded' : 'cover_drawn')}</p>
        <Button
          variant="default"
          leftSection={<IconUpload size={17} />}
          loading={busy}
          onClick={() => input.current?.click()}
        >
          {t(event.picture_url ? 'other_picture' : 'upload_picture')}
        </Button>
        {event.picture_url ? (
          <Button variant="subtle" disabled={busy} onClick={() => void set(undefined)}>
            {t('use_drawing')}
          </Button>
        ) : null}
        <p className="dim small">{t('picture_rules')}</p>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('upload_picture')}
        onChange={(change) => {
          const picture = change.currentTarget.files?.[0]
          change.currentTarget.value = ''
          if (picture) void set(picture)
        }}
      />
    </div>
  )
}

/** The event's name, kind, texts and image. */
export function BasicsTab({ event }: { event: AdminEvent | undefined }) {
  const t = useT(texts)
  const can = useCan()
  return (
    <>
      <Section title={t('name_and_kind')} hint={t('name_and_kind_hint')}>
        <Fields
          fields={[
            { kind: 'text', name: 'name', label: PLACES.name.label, required: true },
            {
              kind: 'select',
              name: 'kind',
              label: PLACES.kind.label,
              required: true,
              half: true,
              choices: EVENT_KINDS.map((kind) => ({ value: kind, label: text(texts, `kind_${kind}`) })),
            },
            {
              kind: 'text',
              name: 'code_prefix',
              label: PLACES.code_prefix.label,
              hint: text(texts, 'code_prefix_hint'),
              half: true,
            },
          ]}
        />
        <SummaryField />
      </Section>
      <Section title={t('about')} hint={t('about_hint')}>
        <Fields
          fields={[
            { kind: 'textarea', name: 'description', label: PLACES.description.label, rows: 8 },
            { kind: 'textarea', name: 'bring', label: PLACES.bring.label, hint: text(texts, 'bring_hint'), rows: 4 },
            {
              kind: 'textarea',
              name: 'arrival_note',
              label: PLACES.arrival_note.label,
              hint: text(texts, 'arrival_note_hint'),
              rows: 2,
            },
            translated(
              { name: 'name', label: PLACES.name.label, max: 160 },
              { name: 'summary', label: PLACES.summary.label, rows: 2, max: maxSummary },
              { name: 'description', label: PLACES.description.label, rows: 6, max: 50_000 },
              { name: 'bring', label: PLACES.bring.label, rows: 4, max: 2000 },
              { name: 'arrival_note', label: PLACES.arrival_note.label, rows: 2, max: 300 },
            ),
            { kind: 'text', name: 'slug', label: PLACES.slug.label, hint: text(texts, 'slug_hint') },
          ]}
        />
      </Section>
      {event === undefined && can('tasks.create') && can('tasks.read') ? (
        <Section title={t('tasks')} hint={t('task_template_hint')}>
          <Fields
            fields={[
              {
                kind: 'pick',
                name: 'task_template_id',
                label: PLACES.task_template_id.label,
                route: taskTemplateRoutes.pick,
              },
            ]}
          />
        </Section>
      ) : null}
      <Section title={t('cover')} hint={t('cover_hint')}>
        {event ? <CoverField event={event} /> : <p className="dim">{t('cover_later')}</p>}
      </Section>
    </>
  )
}
