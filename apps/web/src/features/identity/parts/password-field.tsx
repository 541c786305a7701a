import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { PASSWORD_TEXTS } from '@shiloh/contract/identity/password-texts'
import { PASSWORD_PROBLEMS, type PasswordProblem, passwordProblems } from '@shiloh/contract/identity/passwords'
import type { PasswordPolicy } from '@shiloh/contract/organisation'
import { type ReactNode, useId } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { type Translate, useT } from '#platform/i18n'
import { bind } from './form.tsx'
import classes from './parts.module.css'
import { texts } from './texts.ts'

interface PasswordFieldProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  name: Path<V>
  label: string
  autoComplete: 'current-password' | 'new-password'
  /** At the end of the label's line. */
  aside?: ReactNode
  describedBy?: string
  /** Takes the focus when a dialog opens. */
  focused?: boolean
}

/** A password that can be shown, marked up for password managers. */
export function PasswordField<V extends FieldValues>({
  form,
  name,
  label,
  autoComplete,
  aside,
  describedBy,
  focused = false,
}: PasswordFieldProps<V>) {
  const t = useT(texts)
  const id = useId()
  return (
    <div>
      <div className={classes.labelLine}>
        <label className="mantine-InputWrapper-label" htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      <PasswordInput
        {...bind(form, name)}
        id={id}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...(focused && { 'data-autofocus': true })}
        aria-describedby={describedBy}
        visibilityToggleButtonProps={{ 'aria-label': t('show_password'), tabIndex: 0 }}
      />
    </div>
  )
}

const asked = (policy: PasswordPolicy): readonly PasswordProblem[] => {
  const none = passwordProblems(policy, '')
  return PASSWORD_PROBLEMS.filter((problem) => none.includes(problem))
}

function Mark({ met }: { met: boolean }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" strokeDasharray={met ? undefined : '3.5 3.5'} />
      {met ? <path d="M8.5 12l2.5 2.5 4.5-5" strokeLinecap="round" strokeLinejoin="round" /> : null}
    </svg>
  )
}

/** Lists what a password must contain (docs/domain.md#passwords) and marks what is met. Empty when the check is off. */
export function PasswordRules({
  id,
  password,
  left,
  policy,
}: {
  id: string
  password: string
  left: boolean
  policy: PasswordPolicy
}) {
  const t = useT(texts)
  const say = useT(PASSWORD_TEXTS)
  const lacks = passwordProblems(policy, password)
  const parts = asked(policy)
  if (parts.length === 0) return null
  return (
    <ul id={id} className={classes.rules}>
      {parts.map((part) => {
        const met = password !== '' && !lacks.includes(part)
        const rule = say(`rule_${part}`, { n: policy.minimum_length })
        return (
          <li key={part} data-met={met} data-missed={left && !met}>
            <Mark met={met} />
            <span aria-hidden>{rule}</span>
            <VisuallyHidden>{t(met ? 'rule_met' : 'rule_missing', { rule })}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}

interface NewPasswordProps<V extends FieldValues> {
  form: UseFormReturn<V, unknown, V>
  password: Path<V>
  confirmation: Path<V>
  label: string
}

/** A new password with its requirements and its repetition. */
export function NewPasswordFields<V extends FieldValues>({ form, password, confirmation, label }: NewPasswordProps<V>) {
  const t = useT(texts)
  const id = useId()
  const policy = useAccount().settings.password_complexity_settings
  const typed: unknown = form.watch(password)
  const { isTouched } = form.getFieldState(password, form.formState)
  return (
    <>
      <div>
        <PasswordField form={form} name={password} label={label} autoComplete="new-password" describedBy={id} />
        <PasswordRules id={id} password={typeof typed === 'string' ? typed : ''} left={isTouched} policy={policy} />
      </div>
      <PasswordField form={form} name={confirmation} label={t('password_again')} autoComplete="new-password" />
    </>
  )
}

/** Returns the problems of a new password that the server would report, before it is sent. */
export function newPasswordProblems(
  policy: PasswordPolicy,
  say: Translate<typeof PASSWORD_TEXTS>,
  { password, password_confirmation }: { password: string; password_confirmation: string },
): { password?: string; password_confirmation?: string } {
  const sentence = asked(policy)
    .map((part) => say(`rule_${part}`, { n: policy.minimum_length }))
    .join(', ')
  return {
    ...(password !== '' && passwordProblems(policy, password).length > 0 && { password: `${sentence}.` }),
    ...(password !== password_confirmation && { password_confirmation: 'mismatch' }),
  }
}
