import { ActionIcon, Button } from '@mantine/core'
import type { FormProblem } from '@shiloh/contract/forms/forms'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useFormContext } from 'react-hook-form'
import { text, useT } from '#platform/i18n'
import { FormInput as Field } from '#ui/form/form-fields'
import type { Edit, Step } from './builder-state.ts'
import { copyOf, newQuestion, type SectionInput, type Spot } from './definition.ts'
import classes from './forms.module.css'
import { QuestionEditor } from './question-editor.tsx'
import { texts } from './texts.ts'

interface SectionEditorProps {
  index: number
  sections: readonly SectionInput[]
  problems: ReadonlyMap<string, FormProblem['problem']>
  /** The question that is being edited. */
  open: string | undefined
  /** Questions with errors. */
  wrong: readonly string[]
  onOpen: (id: string | undefined) => void
  onEdit: (edit: Edit) => void
  onRemove: () => void
  onRemoveQuestion: (at: Spot) => void
}

/** One section: its texts and its questions in order. */
export function SectionEditor(props: SectionEditorProps) {
  const { index, sections, problems, open, wrong, onOpen, onEdit } = props
  const t = useT(texts)
  const { control } = useFormContext()
  const section = sections[index]
  if (!section) return null
  const questions = section.questions ?? []
  const name = section.title || t('section_number', { number: index + 1 })
  const path = `sections.${index}`
  const moveTo = (step: Step) => onEdit({ type: 'section_moved', at: index, step, name: section.title })
  return (
    <section className={classes.section} data-section={section._id} aria-label={name}>
      <header className={classes.sectionHead}>
        <div className={classes.sectionWords}>
          <Field
            control={control}
            name={`${path}.title`}
            field={{ kind: 'text', name: 'title', label: text(texts, 'section_title'), required: true }}
          />
          <Field
            control={control}
            name={`${path}.description`}
            field={{ kind: 'text', name: 'description', label: text(texts, 'section_description') }}
          />
        </div>
        <div className={classes.actions}>
          <ActionIcon
            size={36}
            data-move-section={-1}
            disabled={index === 0}
            aria-label={t('move_up', { name })}
            onClick={() => moveTo(-1)}
          >
            <IconArrowUp size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon
            size={36}
            data-move-section={1}
            disabled={index === sections.length - 1}
            aria-label={t('move_down', { name })}
            onClick={() => moveTo(1)}
          >
            <IconArrowDown size={17} stroke={1.75} />
          </ActionIcon>
          <ActionIcon size={36} aria-label={t('remove', { name })} onClick={props.onRemove}>
            <IconTrash size={17} stroke={1.75} />
          </ActionIcon>
        </div>
      </header>
      {questions.length === 0 ? <p className="dim">{t('no_questions')}</p> : null}
      <ol className={classes.questions}>
        {questions.map((question, i) => (
          <QuestionEditor
            key={question._id}
            path={`${path}.questions.${i}`}
            number={i + 1}
            question={question}
            sections={sections}
            problem={problems.get(question._id ?? '')}
            isWrong={wrong.includes(question._id ?? '')}
            isOpen={open === question._id}
            isFirst={index === 0 && i === 0}
            isLast={index === sections.length - 1 && i === questions.length - 1}
            onToggle={() => onOpen(open === question._id ? undefined : question._id)}
            onMove={(step, label) =>
              onEdit({ type: 'question_moved', at: { section: index, question: i }, step, name: label })
            }
            onCopy={() =>
              onEdit({ type: 'question_copied', at: { section: index, question: i }, copy: copyOf(question) })
            }
            onRemove={() => props.onRemoveQuestion({ section: index, question: i })}
          />
        ))}
      </ol>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={17} />}
          onClick={() => onEdit({ type: 'question_added', to: index, question: newQuestion('radio') })}
        >
          {t('add_question')}
        </Button>
      </div>
    </section>
  )
}
