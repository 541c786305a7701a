import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useT } from '#platform/i18n'
import { ConfirmDialog } from '#ui/feedback/error-dialog'
import { texts as leaveTexts } from '../../../ui/form/leave-texts.ts'
import { AuthForm, type ServerForm } from '../parts/form.tsx'
import classes from './account.module.css'
import { texts } from './texts.ts'

/** The parts of the account page in order: their places in the address and the names of their headings. */
export const SECTIONS = ['profile', 'contact', 'church', 'notify', 'security', 'sessions', 'data'] as const
export type SectionName = (typeof SECTIONS)[number]

/** A part of the account page under its own heading. */
export function Section({ name, hint, children }: { name: SectionName; hint?: string; children: ReactNode }) {
  const t = useT(texts)
  const id = useId()
  return (
    <section id={name} className={classes.section} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t(name)}</h2>
        {hint ? <p className="dim small">{hint}</p> : null}
      </header>
      <div className={classes.body}>{children}</div>
    </section>
  )
}

interface SectionFormProps<V extends FieldValues> {
  of: ServerForm<V>
  section: string
  action: string
  /** Something outside the form has changed, such as an image. */
  changed?: boolean
  children: ReactNode
}

/** The form of a section. Leaving with changes asks first. */
export function SectionForm<V extends FieldValues>({
  of,
  section,
  action,
  changed = false,
  children,
}: SectionFormProps<V>) {
  const t = useT(texts)
  const say = useT(leaveTexts)
  const { isDirty, isSubmitting } = of.form.formState
  const unsaved = (isDirty || changed) && !isSubmitting
  const blocker = useBlocker({ shouldBlockFn: () => unsaved, enableBeforeUnload: () => unsaved, withResolver: true })
  return (
    <>
      <AuthForm of={of} action={action} aside={<span />}>
        {children}
      </AuthForm>
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        title={t('leave_title')}
        action={t('leave')}
        keep={say('stay')}
        leaves
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        {t('leave_text', { section })}
      </ConfirmDialog>
    </>
  )
}
