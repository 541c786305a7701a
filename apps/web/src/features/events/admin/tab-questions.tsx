import { eventFormRoutes } from '@shiloh/contract/forms/form-definitions'
import { EVENT_FIELDS, type EventField, FIELD_MODES, fieldMode } from '@shiloh/contract/forms/forms'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import classes from './editor.module.css'
import { Fields, Section } from './section.tsx'
import { PLACES } from './tabs.ts'
import { texts } from './texts.ts'
import type { EventInput } from './values.ts'

/** Whether a built-in question is asked, and whether it is required. */
function ModeField({ field }: { field: EventField }) {
  const t = useT(texts)
  const id = useId()
  const { field: bound } = useController<EventInput, 'fields'>({ name: 'fields' })
  const fields = bound.value ?? {}
  return (
    <div className={classes.mode}>
      <span id={id}>{t(`field_${field}`)}</span>
      <Segments
        labelledBy={id}
        choices={FIELD_MODES.map((mode) => ({ value: mode, label: t(`mode_${mode}`) }))}
        value={fieldMode(fields, field)}
        onChange={(mode) => bound.onChange({ ...fields, [field]: mode })}
      />
    </div>
  )
}

/** The questions of a reservation: the built-in ones and a form. */
export function QuestionsTab() {
  const t = useT(texts)
  const can = useCan()
  const formId = useWatch<EventInput, 'form_id'>({ name: 'form_id' })
  return (
    <>
      <Section title={t('own_questions')} hint={t('own_questions_hint')}>
        <Fields
          fields={[
            {
              kind: 'pick',
              name: 'form_id',
              label: PLACES.form_id.label,
              hint: text(texts, 'form_hint'),
              route: eventFormRoutes.query,
            },
          ]}
        />
        {can('event_forms.read') ? (
          <p>
            {formId ? (
              <Link to="/admin/event-forms/$id" params={{ id: formId }}>
                {t('open_form')}
              </Link>
            ) : (
              <Link to="/admin/event-forms">{t('all_forms')}</Link>
            )}
          </p>
        ) : null}
      </Section>
      <Section title={t('fields')} hint={t('fields_hint')}>
        <div className={classes.modes}>
          {EVENT_FIELDS.map((field) => (
            <ModeField key={field} field={field} />
          ))}
        </div>
        <Fields
          fields={[
            {
              kind: 'number',
              name: 'care_retention_days',
              label: PLACES.care_retention_days.label,
              min: 1,
              max: 365,
              required: true,
              half: true,
            },
          ]}
        />
      </Section>
    </>
  )
}
