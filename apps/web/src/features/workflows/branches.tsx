import { ActionIcon } from '@mantine/core'
import { BRANCHES, type Branch, type SimpleStep, type Step, type StepKind } from '@shiloh/contract/workflows'
import { IconCornerDownRight, IconX } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import type { Given } from './sentence-parts.ts'
import { AddStep, StepWords } from './step-words.tsx'
import { texts } from './texts.ts'
import { NumberToken } from './tokens.tsx'
import classes from './workflows.module.css'

const isSimple = (step: Step): step is SimpleStep => step.kind !== 'approval'

/** What follows the answers of an approval: indented words. */
export function Branches({
  step,
  kinds,
  options,
  readOnly,
  goneIn,
  onChange,
}: Given & {
  step: Extract<Step, { kind: 'approval' }>
  kinds: readonly StepKind[]
  goneIn: (place: string) => boolean
  onChange: (step: Step) => void
}) {
  const t = useT(texts)
  const name = (branch: Branch) =>
    branch === 'no_answer' ? t('branch_no_answer', { count: step.days }) : t(`branch_${branch}`)
  return (
    <div className={classes.branches}>
      {BRANCHES.map((branch) => (
        <div key={branch}>
          <IconCornerDownRight size={16} aria-hidden />
          <b>
            {branch === 'no_answer' && !readOnly ? (
              <NumberToken
                name={t('number_field')}
                label={name(branch)}
                value={step.days}
                min={1}
                max={60}
                disabled={readOnly}
                onChange={(days) => onChange({ ...step, days })}
              />
            ) : (
              name(branch)
            )}
          </b>
          <span>
            {step[branch].length === 0 && readOnly ? <span className="dim">{t('nothing_then')}</span> : null}
            {step[branch].map((inner, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no other identity
              <span key={at} className={classes.clause}>
                <StepWords
                  step={inner}
                  options={options}
                  readOnly={readOnly}
                  gone={goneIn(`${branch}.${at}`)}
                  takesLetter={kinds.includes('committee')}
                  onChange={(next) => {
                    if (isSimple(next))
                      onChange({ ...step, [branch]: step[branch].map((one, index) => (index === at ? next : one)) })
                  }}
                />
                {readOnly ? null : (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size="sm"
                    aria-label={t('remove_step')}
                    onClick={() => onChange({ ...step, [branch]: step[branch].filter((_, index) => index !== at) })}
                  >
                    <IconX size={15} />
                  </ActionIcon>
                )}
              </span>
            ))}
            {readOnly ? null : (
              <AddStep
                label={t('add_to_branch', { branch: name(branch) })}
                kinds={kinds.filter((kind) => kind !== 'approval')}
                options={options}
                onAdd={(added) => {
                  if (isSimple(added)) onChange({ ...step, [branch]: [...step[branch], added] })
                }}
              />
            )}
          </span>
        </div>
      ))}
    </div>
  )
}
