import { Button, TextInput } from '@mantine/core'
import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { Fragment, type ReactNode, Suspense, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { lazyPart } from '#platform/lazy-part'
import { ToneBadge } from '../../base/status-badge.tsx'
import { type GridField, missingIn, outdatedIn, type Texts, type WriteText, withText } from './language-grid.tsx'
import classes from './languages.module.css'
import { texts } from './languages-texts.ts'

const dialog = () => import('./languages-dialog.tsx')
const LanguagesDialog = lazyPart(() => dialog().then(({ LanguagesDialog: component }) => ({ default: component })))

const written = z.partialRecord(z.enum(LANGUAGES), z.record(z.string(), z.string().optional())).catch({})
const own = z.string().catch('')

interface LanguagesPartProps {
  label: string
  /** The name for those who cannot see beside what it is. */
  named?: string
  fields: readonly GridField<string>[]
  texts: Texts<string>
  original: Language
  /** The texts as they are stored, to see which original was changed since. */
  saved?: Texts<string> | undefined
  readOnly?: boolean
  error?: ReactNode
  onChange: WriteText<string>
  /** Takes back what was written since the dialog opened: these were the texts. Omitted: the other languages unfold. */
  onDiscard?: (before: Texts<string>) => void
}

/** Says what is missing in which language, and opens all languages side by side, or the others in place. */
export function LanguagesPart({
  label,
  named = label,
  fields,
  texts: all,
  original,
  saved,
  readOnly = false,
  error,
  onChange,
  onDiscard,
}: LanguagesPartProps) {
  const t = useT(texts)
  // The texts as they were when the dialog opened.
  const [open, setOpen] = useState<Texts<string> | null>(null)
  const names = fields.map((field) => field.name)
  const isEmpty = !names.some((one) => all[original]?.[one]?.trim())
  const others = LANGUAGES.filter((one) => one !== original).map((one) => ({
    code: one,
    language: languageName(one),
    count: missingIn(names, all, original, one).length,
    outdated: outdatedIn(names, all, saved, original, one).length,
  }))
  const isComplete = others.every(({ count, outdated }) => count === 0 && outdated === 0)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw the frame around its legend
    <div className={classes.field} role="group" aria-label={named}>
      <div className={classes.said}>
        <b>{label}</b>
        {!isEmpty && isComplete ? <ToneBadge tone="ok">{t('complete')}</ToneBadge> : null}
        {isEmpty || isComplete
          ? null
          : others.map(({ language, count, outdated }) => (
              <Fragment key={language}>
                {count > 0 || outdated === 0 ? (
                  <ToneBadge tone={count === 0 ? 'ok' : 'warn'}>
                    {t(count === 0 ? 'language_ready' : 'language_gaps', { language, count })}
                  </ToneBadge>
                ) : null}
                {outdated > 0 ? (
                  <ToneBadge tone="warn">{t('language_outdated', { language, count: outdated })}</ToneBadge>
                ) : null}
              </Fragment>
            ))}
      </div>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('open_of', { name: named })}
        {...(onDiscard
          ? { onPointerEnter: () => void dialog() }
          : {
              'aria-expanded': open !== null,
              rightSection: open ? <IconChevronUp size={15} aria-hidden /> : <IconChevronDown size={15} aria-hidden />,
            })}
        onClick={() => setOpen(open ? null : all)}
      >
        {t('open')}
      </Button>
      {error}
      {open && !onDiscard ? (
        <div className={classes.inPlace}>
          {others.flatMap(({ code, language }) =>
            fields.map(({ name, label: of, maxLength }) => (
              <TextInput
                key={`${code} ${name}`}
                lang={code}
                label={`${of}, ${language}`}
                {...(maxLength !== undefined && { maxLength })}
                readOnly={readOnly}
                value={all[code]?.[name] ?? ''}
                onChange={({ currentTarget }) => onChange(code, name, currentTarget.value)}
              />
            )),
          )}
        </div>
      ) : null}
      {open && onDiscard ? (
        <Suspense>
          <LanguagesDialog
            title={named}
            fields={fields}
            texts={all}
            original={original}
            saved={saved}
            readOnly={readOnly}
            onChange={onChange}
            onDiscard={() => onDiscard(open)}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface LanguagesFieldProps {
  /** The path of the field `translations` in the form. The fields that it translates are beside it. */
  name: string
  label: string
  fields: readonly GridField<string>[]
  readOnly: boolean
  error: ReactNode
}

/** The translations of the fields beside it in a form. The church's own language is in the fields themselves. */
export function LanguagesField({ name, label, fields, readOnly, error }: LanguagesFieldProps) {
  const { language } = useAccount().organisation
  const { setValue, formState } = useFormContext()
  const paths = fields.map((field) => name.replace(/[^.]*$/, field.name))
  const values: unknown[] = useWatch({ name: paths })
  const translations = written.parse(useWatch({ name }))
  const all: Texts<string> = {
    ...translations,
    [language]: Object.fromEntries(fields.map((field, i) => [field.name, own.parse(values[i])])),
  }
  // Rows of a list change their places, so their stored values are not found by their path.
  const stored = name === 'translations' ? formState.defaultValues : undefined
  const saved: Texts<string> | undefined = stored && {
    ...written.parse(stored['translations']),
    [language]: Object.fromEntries(fields.map((field) => [field.name, own.parse(stored[field.name])])),
  }
  return (
    <LanguagesPart
      label={label}
      fields={fields}
      texts={all}
      original={language}
      saved={saved}
      readOnly={readOnly}
      error={error}
      onChange={(of, field, text, translates) => {
        const options = { shouldDirty: true, shouldTouch: true }
        if (of === language) setValue(name.replace(/[^.]*$/, field), text, options)
        else setValue(name, { ...translations, [of]: withText(translations[of], field, text, translates) }, options)
      }}
      onDiscard={({ [language]: texts, ...before }) => {
        setValue(name, before, { shouldDirty: true })
        for (const [i, field] of fields.entries())
          setValue(paths[i] ?? field.name, texts?.[field.name] ?? '', { shouldDirty: true })
      }}
    />
  )
}
