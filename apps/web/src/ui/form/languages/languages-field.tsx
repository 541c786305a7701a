import { Button } from '@mantine/core'
import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { type ReactNode, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { ToneBadge } from '../../base/status-badge.tsx'
import { type GridField, missingIn, type Texts } from './language-grid.tsx'
import classes from './languages.module.css'
import { texts } from './languages-texts.ts'

const dialog = () => import('./languages-dialog.tsx')
const LanguagesDialog = lazyPart(() => dialog().then(({ LanguagesDialog: component }) => ({ default: component })))

const written = z.partialRecord(z.enum(LANGUAGES), z.record(z.string(), z.string().optional())).catch({})
const own = z.string().catch('')

interface LanguagesFieldProps {
  /** The path of the field `translations` in the form. The fields that it translates are beside it. */
  name: string
  label: string
  fields: readonly GridField<string>[]
  readOnly: boolean
  error: ReactNode
}

/**
 * The translations of the fields beside it: says what is missing in which language, and opens all languages side by
 * side. The church's own language is in the fields themselves.
 */
export function LanguagesField({ name, label, fields, readOnly, error }: LanguagesFieldProps) {
  const t = useT(texts)
  const { language } = useAccount().organisation
  const { setValue } = useFormContext()
  // The texts as they were when the dialog opened.
  const [open, setOpen] = useState<Texts<string> | null>(null)
  const paths = fields.map((field) => name.replace(/[^.]*$/, field.name))
  const values: unknown[] = useWatch({ name: paths })
  const translations = written.parse(useWatch({ name }))
  const all: Texts<string> = {
    ...translations,
    [language]: Object.fromEntries(fields.map((field, i) => [field.name, own.parse(values[i])])),
  }
  const names = fields.map((field) => field.name)
  const isEmpty = !names.some((one) => all[language]?.[one]?.trim())
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw the frame around its legend
    <div className={classes.field} role="group" aria-label={label}>
      <div className={classes.said}>
        <b>{label}</b>
        {isEmpty
          ? null
          : LANGUAGES.filter((one) => one !== language).map((one) => {
              const count = missingIn(names, all, language, one).length
              return (
                <ToneBadge key={one} tone={count === 0 ? 'ok' : 'warn'}>
                  {t(count === 0 ? 'language_ready' : 'language_gaps', { language: languageName(one), count })}
                </ToneBadge>
              )
            })}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('open_of', { name: label })}
        onPointerEnter={() => void dialog()}
        onClick={() => setOpen(all)}
      >
        {t('open')}
      </Button>
      {error}
      {open ? (
        <Suspense>
          <LanguagesDialog
            title={label}
            fields={fields}
            texts={all}
            original={language}
            readOnly={readOnly}
            onChange={(of, field, text) => {
              const options = { shouldDirty: true, shouldTouch: true }
              if (of === language) setValue(name.replace(/[^.]*$/, field), text, options)
              else setValue(name, { ...translations, [of]: { ...translations[of], [field]: text } }, options)
            }}
            onDiscard={() => {
              const { [language]: texts, ...before } = open
              setValue(name, before, { shouldDirty: true })
              for (const [i, field] of fields.entries())
                setValue(paths[i] ?? field.name, texts?.[field.name] ?? '', { shouldDirty: true })
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
