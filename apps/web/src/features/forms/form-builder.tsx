import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type EventFormDetail, eventFormRoutes, formQuestionRoutes } from '@shiloh/contract/forms/form-definitions'
import { IconAlertCircle, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useCan } from '#platform/account'
import { text, useT } from '#platform/i18n'
import { Segments } from '#ui/base/segments'
import { EmptyState } from '#ui/feedback/empty-state'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { DateSetup } from '#ui/form/date-setup'
import { FormInput as Field } from '#ui/form/form-fields'
import { PageGuard } from '#ui/form/page-guard'
import { RemovalDialog } from '#ui/list/removal-dialog'
import { UsesList, useUses } from '#ui/list/used-by'
import { PageHeader } from '#ui/shell/page-header'
import type { UsedPart } from './builder-state.ts'
import { dependents, isSame, isStored, newSection, problemsOf, type Spot, wrongQuestions } from './definition.ts'
import classes from './forms.module.css'
import { FormPreview } from './preview.tsx'
import { SectionEditor } from './section-editor.tsx'
import { texts } from './texts.ts'
import { FormTranslations } from './translations.tsx'
import { type FormBuilding, useFormBuilder } from './use-form-builder.ts'

interface PartProps {
  stored: EventFormDetail
  building: FormBuilding
}

/** The sections in their order. */
function Sections({ building: { form, list, state, dispatch, values, sections, edit } }: Pick<PartProps, 'building'>) {
  const t = useT(texts)
  const problems = problemsOf(values)
  return (
    <div ref={list} className={classes.sections}>
      {sections.length === 0 ? (
        <EmptyState title={t('no_sections')} hint={t('no_sections_hint')} />
      ) : (
        sections.map((section, at) => (
          <SectionEditor
            key={section._id}
            index={at}
            sections={sections}
            problems={problems}
            open={state.open}
            wrong={wrongQuestions(form.formState.errors, sections)}
            onOpen={(question) => dispatch({ type: 'opened', question })}
            onEdit={edit}
            onRemove={() =>
              section.questions?.length
                ? dispatch({ type: 'asked', question: { section: at } })
                : edit({ type: 'section_removed', at })
            }
            onRemoveQuestion={(spot) => {
              const question = section.questions?.[spot.question]
              const matters = isStored(state.saved, question) || dependents(sections, question?._id).length > 0
              if (matters) dispatch({ type: 'asked', question: { question: spot } })
              else edit({ type: 'question_removed', at: spot })
            }}
          />
        ))
      )}
    </div>
  )
}

/** The fields and sections of the form. */
function Build({ stored, building, locked }: PartProps & { locked: boolean }) {
  const t = useT(texts)
  const { form, state, sections, edit } = building
  const { announced, refusal } = state
  return (
    <fieldset disabled={locked} className={classes.build}>
      {refusal ? (
        <p role="alert" className={classes.refusal}>
          <IconAlertCircle size={18} aria-hidden /> {refusal}
        </p>
      ) : null}
      {stored.events > 0 ? <p className={classes.notice}>{t('in_use', { events: stored.events })}</p> : null}
      <div className={classes.pair}>
        <Field
          control={form.control}
          name="name"
          field={{
            kind: 'text',
            name: 'name',
            label: text(texts, 'name'),
            hint: text(texts, 'name_hint'),
            required: true,
          }}
        />
        <Field
          control={form.control}
          name="description"
          field={{ kind: 'text', name: 'description', label: text(texts, 'description') }}
        />
      </div>
      <Sections building={building} />
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} />}
          onClick={() =>
            edit({ type: 'section_added', section: newSection(sections.length === 0 ? t('first_section') : '') })
          }
        >
          {t('add_section')}
        </Button>
      </div>
      <p className={classes.hidden} role="status">
        {announced ? t('moved', announced) : ''}
      </p>
    </fieldset>
  )
}

/** Asks before a question is removed, and says what was answered and what depends on it. */
function QuestionRemoval({ at, building }: { at: Spot; building: FormBuilding }) {
  const t = useT(texts)
  const { state, dispatch, sections, edit } = building
  const question = sections[at.section]?.questions?.[at.question]
  const stored = question?._id !== undefined && isStored(state.saved, question) ? [question._id] : []
  const uses = useUses(formQuestionRoutes.remove, stored)
  const answers = uses?.[0] ?? []
  const names = dependents(sections, question?._id)
  return (
    <ConfirmDialog
      opened
      danger
      busy={!uses}
      title={t('remove_section_question', { name: question?.label || t('untitled') })}
      action={t('remove_action')}
      onConfirm={() => edit({ type: 'question_removed', at })}
      onClose={() => dispatch({ type: 'answered' })}
    >
      {answers.length > 0 ? (
        <>
          <p>{t('answers_stay')}</p>
          <UsesList uses={answers} />
        </>
      ) : null}
      {names.length > 0 ? (
        <>
          <p>{t('depend_on_it')}</p>
          <ul>
            {names.map(({ _id, label }) => (
              <li key={_id}>{label || t('untitled')}</li>
            ))}
          </ul>
        </>
      ) : null}
      <p>{t('remove_question_text')}</p>
    </ConfirmDialog>
  )
}

/** Asks before a section with questions is removed, and says what was answered. */
function SectionRemoval({ at, building }: { at: number; building: FormBuilding }) {
  const t = useT(texts)
  const { state, dispatch, sections, edit } = building
  const section = sections[at]
  const questions = section?.questions ?? []
  const stored = questions.flatMap((question) =>
    question._id !== undefined && isStored(state.saved, question) ? [{ _id: question._id, label: question.label }] : [],
  )
  const uses = useUses(
    formQuestionRoutes.remove,
    stored.map(({ _id }) => _id),
  )
  const answered = stored.flatMap(({ _id, label }, i) => {
    const of = uses?.[i] ?? []
    return of.length > 0 ? [{ _id, label, uses: of }] : []
  })
  return (
    <ConfirmDialog
      opened
      danger
      busy={!uses}
      title={t('remove_section_question', { name: section?.title ?? '' })}
      action={t('remove_action')}
      onConfirm={() => edit({ type: 'section_removed', at })}
      onClose={() => dispatch({ type: 'answered' })}
    >
      {answered.length > 0 ? (
        <>
          <p>{t('answers_stay')}</p>
          <Answered parts={answered} />
        </>
      ) : null}
      <p>{t('remove_section_text', { count: questions.length })}</p>
    </ConfirmDialog>
  )
}

/** Questions or options, with those who answered or chose each. */
function Answered({ parts }: { parts: readonly Pick<UsedPart, '_id' | 'label' | 'uses'>[] }) {
  const t = useT(texts)
  return parts.map(({ _id, label, uses }) => (
    <div key={_id}>
      <b>{label || t('untitled')}</b>
      <UsesList uses={uses} />
    </div>
  ))
}

/** Asks before a form is saved without something that people have chosen, hides what they have answered, or words it differently. */
function LossOnSave({ lost, building }: { lost: readonly UsedPart[]; building: FormBuilding }) {
  const t = useT(texts)
  const removed = lost.filter(({ how }) => how === 'removed')
  const hidden = lost.filter(({ how }) => how === 'hidden')
  const reworded = lost.filter(({ how }) => how === 'reworded')
  return (
    <ConfirmDialog
      opened
      title={t('lost_question')}
      action={t('save')}
      onConfirm={building.saveAnyway}
      onClose={() => building.dispatch({ type: 'answered' })}
    >
      {removed.length > 0 ? (
        <>
          <p>{t('lost_options', { count: removed.length })}</p>
          <Answered parts={removed} />
        </>
      ) : null}
      {hidden.length > 0 ? (
        <>
          <p>{t('lost_questions', { count: hidden.length })}</p>
          <Answered parts={hidden} />
        </>
      ) : null}
      {reworded.length > 0 ? (
        <>
          <p>{t('lost_words')}</p>
          <Answered parts={reworded} />
        </>
      ) : null}
      <p>{t('lost_text')}</p>
    </ConfirmDialog>
  )
}

/** The confirmations before something is lost. */
function Confirmations({ stored, building }: PartProps) {
  const t = useT(texts)
  const { state, dispatch, discard, remove } = building
  const { asking } = state
  const at = typeof asking === 'object' && 'section' in asking ? asking.section : undefined
  const onClose = () => dispatch({ type: 'answered' })
  return (
    <>
      <ConfirmDialog
        opened={asking === 'discard'}
        danger
        title={t('discard_question')}
        action={t('discard')}
        onConfirm={discard}
        onClose={onClose}
      >
        <p>{t('discard_text')}</p>
      </ConfirmDialog>
      {asking === 'remove' ? (
        <RemovalDialog
          route={eventFormRoutes.remove}
          id={stored._id}
          busy={false}
          name={stored.name}
          title={t('remove_form_question', { name: stored.name })}
          action={t('remove_form')}
          onConfirm={() => void remove()}
          onClose={onClose}
        >
          <p>{t('remove_form_text', { events: stored.events })}</p>
        </RemovalDialog>
      ) : null}
      {at === undefined ? null : <SectionRemoval at={at} building={building} />}
      {typeof asking === 'object' && 'lost' in asking ? <LossOnSave lost={asking.lost} building={building} /> : null}
      {typeof asking === 'object' && 'question' in asking ? (
        <QuestionRemoval at={asking.question} building={building} />
      ) : null}
    </>
  )
}

/** A wide screen shows the preview beside the sections. */
const VIEWS = ['build', 'preview', 'languages'] as const
type View = (typeof VIEWS)[number]

/** The sections and questions of a form with a preview beside them, or all of its texts in every language. */
export function FormBuilder({ form: stored }: { form: EventFormDetail }) {
  const t = useT(texts)
  const can = useCan()
  const wide = useMediaQuery('(min-width: 68em)', undefined, { getInitialValueInEffect: false }) === true
  const [view, setView] = useState<View>('build')
  const building = useFormBuilder(stored)
  const { form, state, dispatch, values, sections, save } = building
  const { isSubmitting } = form.formState
  const locked = !can('event_forms.update', stored._id)
  const views = VIEWS.filter((one) => !(wide && one === 'preview'))
  return (
    <DateSetup>
      <FormProvider {...form}>
        <form
          noValidate
          className={classes.page}
          onSubmit={(event) => {
            event.preventDefault()
            void save(event)
          }}
        >
          <PageHeader
            breadcrumbs={false}
            compact
            title={stored.name}
            actions={
              can('event_forms.delete', stored._id) ? (
                <Button variant="default" onClick={() => dispatch({ type: 'asked', question: 'remove' })}>
                  {t('remove_form')}
                </Button>
              ) : null
            }
          />
          <Segments
            label={t('view')}
            value={wide && view === 'preview' ? 'build' : view}
            onChange={setView}
            choices={views.map((value) => ({ value, label: t(value) }))}
          />
          {view === 'languages' ? (
            <FormTranslations saved={state.saved} sections={sections} locked={locked} />
          ) : (
            <div className={classes.columns}>
              {wide || view === 'build' ? <Build stored={stored} building={building} locked={locked} /> : null}
              {wide || view === 'preview' ? <FormPreview form={values} /> : null}
            </div>
          )}
          {locked || isSame(state.saved, values) ? null : (
            <div className={classes.bar} data-no-print>
              <span className="small dim" role="status">
                {t('not_saved')}
              </span>
              <Button variant="subtle" color="gray" onClick={() => dispatch({ type: 'asked', question: 'discard' })}>
                {t('discard')}
              </Button>
              <Button type="submit" loading={isSubmitting}>
                {t('save')}
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
      <PageGuard hasChanges={building.hasUnsaved} />
      <Confirmations stored={stored} building={building} />
    </DateSetup>
  )
}
