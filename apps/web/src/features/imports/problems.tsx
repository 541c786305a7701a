import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import type { ImportDetail, ImportProblem } from '@shiloh/contract/imports'
import { useEffect, useRef, useState } from 'react'
import { useT } from '#platform/i18n'
import { ChoiceSelect } from '#ui/form/choice-select'
import classes from './imports.module.css'
import { texts } from './texts.ts'

export type Mend = ImportDetail['mends'][number]
type Choice = ImportDetail['choices'][string][number]

/** Problems that a list draws: more are in the file of refused rows. */
const MOST = 500

/** Choices that are read beside a value. The others are in its select. */
const LISTED = 4

const mends = (mend: Mend, problem: ImportProblem): boolean =>
  mend.column === problem.column && mend.from === problem.value && (mend.row === undefined || mend.row === problem.row)

function Mending({
  problem,
  choices,
  onDone,
  onCancel,
}: {
  problem: ImportProblem
  choices: readonly Choice[]
  onDone: (to: string) => void
  onCancel: () => void
}) {
  const t = useT(texts)
  const [to, setTo] = useState(problem.proposal ?? (problem.more ? problem.choices[0] : undefined) ?? problem.value)
  const [typed, setTyped] = useState(to)
  const form = useRef<HTMLFormElement>(null)
  // It takes the place of the button that had the focus.
  useEffect(() => {
    const input = form.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [])
  return (
    <form
      ref={form}
      className={classes.mending}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(to.trim())
      }}
    >
      {problem.more ? (
        // A long list cannot be offered as a whole: what is like the value is, and a name can be typed.
        <ChoiceSelect
          aria-label={t('new_value')}
          choices={[...new Set([...problem.choices, typed.trim()])]
            .filter(Boolean)
            .map((value) => ({ value, label: value }))}
          search={{ typed, onType: setTyped }}
          value={to}
          onChange={setTo}
        />
      ) : choices.length > 0 ? (
        <ChoiceSelect
          aria-label={t('new_value')}
          placeholder={t('choose')}
          choices={choices}
          value={choices.some(({ value }) => value === to) ? to : null}
          onChange={setTo}
        />
      ) : (
        <TextInput
          aria-label={t('new_value')}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel()
          }}
        />
      )}
      <Button type="submit" size="compact-md" disabled={to.trim() === problem.value}>
        {t('apply')}
      </Button>
      <Button variant="subtle" size="compact-md" onClick={onCancel}>
        {t('cancel')}
      </Button>
    </form>
  )
}

/** Every value that does not fit, in the order of the file, with what is allowed and a button to correct it. */
export function Problems({
  problems,
  choices,
  mends: made,
  onMend,
}: Pick<ImportDetail, 'problems' | 'choices'> & {
  mends?: readonly Mend[]
  /** Without it the values are only shown. */
  onMend?: (mends: readonly Mend[]) => void
}) {
  const t = useT(texts)
  const [open, setOpen] = useState<string>()
  const nameOf = (column: string, value: string) =>
    choices[column]?.find((choice) => choice.value === value)?.label ?? value
  const actOf = (problem: ImportProblem) =>
    t(
      problem.proposal === null &&
        (problem.choices.length > 0 || (!problem.more && choices[problem.column] !== undefined))
        ? 'choose'
        : 'change',
    )
  if (problems.length === 0) return null
  const add = (problem: ImportProblem, to: string) => {
    const { column, value, row } = problem
    // A value means the same wherever it is. An empty cell is filled in one row only.
    const mend = { column, from: value, to, ...(value === '' && { row }) }
    onMend?.([...(made ?? []).filter((one) => !mends(one, problem)), mend])
    setOpen(undefined)
  }
  return (
    <>
      {onMend ? <p className="dim">{t('check_hint')}</p> : null}
      <table className={classes.problems}>
        <thead>
          <tr>
            <th>{t('row')}</th>
            <th>{t('column')}</th>
            <th>{t('value')}</th>
            <th>{t('allowed')}</th>
            {onMend ? (
              <th>
                <VisuallyHidden>{t('change')}</VisuallyHidden>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {problems.map((problem) => {
            const key = `${problem.row} ${problem.column} ${problem.code}`
            const mend = made?.find((one) => mends(one, problem))
            const said = (act: string) => t('for_value', { act, value: problem.value || t('empty'), row: problem.row })
            return (
              <tr key={key}>
                <td>{problem.row}</td>
                <td>{problem.label}</td>
                <td className={mend ? classes.ok : problem.proposal === null ? classes.bad : classes.warn}>
                  {problem.value || <i className="dim">{t('empty')}</i>}
                </td>
                <td>
                  {mend ? (
                    <span className={classes.ok}>
                      {t('corrected', { value: nameOf(problem.column, mend.to) || t('empty') })}
                    </span>
                  ) : problem.proposal !== null ? (
                    t('meant', { value: nameOf(problem.column, problem.proposal) })
                  ) : problem.choices.length > 0 ? (
                    t(problem.more ? 'perhaps' : 'one_of', {
                      choices: problem.choices
                        .slice(0, LISTED)
                        .map((choice) => nameOf(problem.column, choice))
                        .join(', '),
                      more: Math.max(0, problem.choices.length - LISTED),
                    })
                  ) : (
                    problem.message
                  )}
                </td>
                {onMend ? (
                  <td className={classes.act}>
                    {problem.code === 'twice' ? null : open === key ? (
                      <Mending
                        problem={problem}
                        choices={choices[problem.column] ?? []}
                        onDone={(to) => add(problem, to)}
                        onCancel={() => setOpen(undefined)}
                      />
                    ) : mend ? (
                      <Button
                        variant="subtle"
                        size="compact-md"
                        aria-label={said(t('take_back'))}
                        onClick={() => onMend((made ?? []).filter((one) => one !== mend))}
                      >
                        {t('take_back')}
                      </Button>
                    ) : (
                      <span className={classes.mending}>
                        {problem.proposal !== null ? (
                          <Button
                            variant="default"
                            size="compact-md"
                            aria-label={said(t('use_it'))}
                            onClick={() => add(problem, problem.proposal ?? '')}
                          >
                            {t('use_it')}
                          </Button>
                        ) : null}
                        <Button
                          variant={problem.proposal === null ? 'default' : 'subtle'}
                          size="compact-md"
                          aria-label={said(actOf(problem))}
                          onClick={() => setOpen(key)}
                        >
                          {actOf(problem)}
                        </Button>
                      </span>
                    )}
                  </td>
                ) : null}
              </tr>
            )
          })}
        </tbody>
      </table>
      {problems.length >= MOST ? <p className="dim small">{t('more_problems', { count: MOST })}</p> : null}
    </>
  )
}
