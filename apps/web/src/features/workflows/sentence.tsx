import { ActionIcon } from '@mantine/core'
import { STEP_KINDS, STEP_SUBJECTS, type Step, TRIGGER_NAMES, TRIGGERS } from '@shiloh/contract/workflows'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '#platform/i18n'
import { Branches } from './branches.tsx'
import { Conditions } from './condition-words.tsx'
import { MomentTokens } from './moment-tokens.tsx'
import type { SentenceProps } from './sentence-parts.ts'
import { AddStep, StepWords } from './step-words.tsx'
import { texts } from './texts.ts'
import { Token } from './tokens.tsx'
import classes from './workflows.module.css'

/** The first word of a step that was just added has the focus, so that it can be chosen at once. */
const focusWord = (step: HTMLElement | null) => step?.querySelector('button')?.focus()

/** A workflow as it is read aloud: When, If, Then. */
export function Sentence({ definition, options, readOnly, gone, onChange }: SentenceProps) {
  const t = useT(texts)
  const subject = TRIGGERS[definition.trigger]
  const { steps } = definition
  const kinds = STEP_KINDS.filter((kind) => STEP_SUBJECTS[kind].includes(subject)).filter(
    (kind) =>
      (kind !== 'send' || options.templates.length > 0) && (kind !== 'committee' || options.committee_types.length > 0),
  )
  const [added, setAdded] = useState<number>()
  const save = (next: readonly Step[]) => onChange({ ...definition, steps: [...next] })
  const swap = (at: number, by: -1 | 1) => {
    const next = [...steps]
    const [moved] = next.splice(at, 1)
    if (moved) next.splice(at + by, 0, moved)
    save(next)
  }
  return (
    <dl className={classes.sentence}>
      <dt>{t('when')}</dt>
      <dd>
        <Token
          name={t('when')}
          value={definition.trigger}
          {...(definition.moment && { label: t('it_is') })}
          choices={TRIGGER_NAMES.map((trigger) => ({ value: trigger, label: t(`trigger_${trigger}`) }))}
          disabled={readOnly}
          onChange={(next) => {
            const trigger = TRIGGER_NAMES.find((known) => known === next)
            if (!trigger || trigger === definition.trigger) return
            const of = TRIGGERS[trigger]
            onChange({
              trigger,
              moment: trigger === 'event_date' ? { anchor: 'starts', days: -7 } : null,
              // What does not fit what the workflow is now about is taken away.
              conditions: {
                ...definition.conditions,
                list: definition.conditions.list.filter(({ field }) =>
                  options.fields.some((one) => one.field === field && one.of.includes(of)),
                ),
              },
              steps: steps.filter(({ kind }) => STEP_SUBJECTS[kind].includes(of)),
            })
          }}
        />{' '}
        {definition.moment ? (
          <MomentTokens
            value={definition.moment}
            options={options}
            readOnly={readOnly}
            onChange={(moment) => onChange({ ...definition, moment })}
          />
        ) : null}
      </dd>
      <dt>{t('if')}</dt>
      <dd>
        <Conditions definition={definition} options={options} readOnly={readOnly} gone={gone} onChange={onChange} />
      </dd>
      <dt>{t('then_do')}</dt>
      <dd>
        <ol className={classes.steps}>
          {steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity
            <li key={at} ref={at === added ? focusWord : undefined}>
              <div className={classes.step}>
                <span>
                  <StepWords
                    step={step}
                    options={options}
                    readOnly={readOnly}
                    gone={gone.includes(`steps.${at}`)}
                    takesLetter={subject === 'reservation'}
                    onChange={(next) => save(steps.map((one, index) => (index === at ? next : one)))}
                  />
                </span>
                {readOnly ? null : (
                  <span className={classes.stepActs}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      disabled={at === 0}
                      aria-label={t('step_up')}
                      onClick={() => swap(at, -1)}
                    >
                      <IconArrowUp size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      disabled={at === steps.length - 1}
                      aria-label={t('step_down')}
                      onClick={() => swap(at, 1)}
                    >
                      <IconArrowDown size={15} />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size="sm"
                      aria-label={t('remove_step')}
                      onClick={() => save(steps.filter((_, index) => index !== at))}
                    >
                      <IconX size={15} />
                    </ActionIcon>
                  </span>
                )}
              </div>
              {step.kind === 'approval' ? (
                <Branches
                  step={step}
                  kinds={kinds}
                  options={options}
                  readOnly={readOnly}
                  goneIn={(place) => gone.includes(`steps.${at}.${place}`)}
                  onChange={(next) => save(steps.map((one, index) => (index === at ? next : one)))}
                />
              ) : null}
            </li>
          ))}
        </ol>
        {readOnly ? null : (
          <AddStep
            label={t('add_step')}
            kinds={kinds}
            options={options}
            onAdd={(step) => {
              setAdded(steps.length)
              save([...steps, step])
            }}
          />
        )}
      </dd>
    </dl>
  )
}
