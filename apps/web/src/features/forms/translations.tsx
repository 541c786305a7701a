import { LANGUAGES, type Language, languageName, languageNameIn } from '@shiloh/contract/core'
import { translatesOf } from '@shiloh/contract/text/translations'
import { Fragment } from 'react'
import { type FieldPath, useFormContext } from 'react-hook-form'
import { useAccount } from '#platform/account'
import { useLanguage, useT } from '#platform/i18n'
import { ToneBadge } from '#ui/base/status-badge'
import { Heading } from '#ui/base/values'
import { EmptyState } from '#ui/feedback/empty-state'
import { LanguageGrid, outdatedIn, type Texts, withText } from '#ui/form/languages/language-grid'
import { texts as languageTexts } from '../../ui/form/languages/languages-texts.ts'
import type { FormInput, SectionInput } from './definition.ts'
import { type FormText, identityOf, missingOf, textsOfSection } from './form-texts.ts'
import classes from './forms.module.css'
import { texts } from './texts.ts'

/** The longest text of each kind, as the contract has it. */
const LONGEST = { section_title: 200, section_description: 2000, question: 300, help: 1000, option: 200 } as const
const ROWS = { section_title: 1, section_description: 2, question: 1, help: 1, option: 1 } as const

const keyOf = ({ part, field }: FormText) => `${part}.${field}`

/** The texts of one section by language, for the table. */
const byLanguage = (all: readonly FormText[], own: Language): Texts<string> =>
  Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(
        all.flatMap((one) =>
          language === own
            ? [[keyOf(one), one.own]]
            : [
                [keyOf(one), one.translations[language]?.[one.field]],
                [translatesOf(keyOf(one)), one.translations[language]?.[translatesOf(one.field)]],
              ],
        ),
      ),
    ]),
  )

/** Every text of the form in every language, a table for each section. It is saved with the form. */
export function FormTranslations({
  saved,
  sections,
  locked,
}: {
  /** The form as it is stored. */
  saved: FormInput
  sections: readonly SectionInput[]
  locked: boolean
}) {
  const t = useT(texts)
  const say = useT(languageTexts)
  const reader = useLanguage()
  const { language: own } = useAccount().organisation
  const { setValue } = useFormContext<FormInput>()
  const others = LANGUAGES.filter((language) => language !== own)
  if (sections.flatMap(textsOfSection).length === 0)
    return <EmptyState title={t('no_sections')} hint={t('no_sections_hint')} />

  // Parts are matched by id: they can have moved since they were stored.
  const stored = new Map((saved.sections ?? []).flatMap(textsOfSection).map((one) => [identityOf(one), one]))
  const savedOf = (all: readonly FormText[]) =>
    byLanguage(
      all.flatMap((one) => {
        const known = stored.get(identityOf(one))
        return known ? [{ ...known, part: one.part }] : []
      }),
      own,
    )
  const parts = sections.map(textsOfSection)
  const write = (one: FormText | undefined, language: Language, text: string, translates?: string) => {
    if (!one) return
    const { part, field, translations } = one
    // The path of a part that is in the form.
    const path = (name: string) => `${part}.${name}` as FieldPath<FormInput>
    const value =
      language === own
        ? text
        : { ...translations, [language]: withText(translations[language], field, text, translates) }
    setValue(path(language === own ? field : 'translations'), value, { shouldDirty: true })
  }
  return (
    <div className={classes.sections}>
      <p className={classes.complete}>
        {others.map((language) => {
          const count = missingOf(sections, language)
          const outdated = parts.flatMap((all) =>
            outdatedIn(all.map(keyOf), byLanguage(all, own), savedOf(all), own, language),
          ).length
          const named = languageName(language)
          return (
            <Fragment key={language}>
              {count > 0 || outdated === 0 ? (
                <ToneBadge tone={count === 0 ? 'ok' : 'warn'}>
                  {say(count === 0 ? 'language_ready' : 'language_gaps', { language: named, count })}
                </ToneBadge>
              ) : null}
              {outdated > 0 ? (
                <ToneBadge tone="warn">{say('language_outdated', { language: named, count: outdated })}</ToneBadge>
              ) : null}
            </Fragment>
          )
        })}
        <span className="dim small">{say('falls_back', { language: languageNameIn(own, reader) })}</span>
      </p>
      {sections.map((section, at) => {
        const all = parts[at] ?? []
        if (all.length === 0) return null
        const name = (one: FormText) =>
          one.kind === 'question'
            ? t('question_number', { number: one.number })
            : one.kind === 'option'
              ? t('option_number', { number: one.number })
              : t(one.kind)
        return (
          <section key={section._id} className={classes.section} aria-label={section.title}>
            <Heading level={2}>{section.title || t('section_number', { number: at + 1 })}</Heading>
            <LanguageGrid
              fields={all.map((one) => ({
                name: keyOf(one),
                label: name(one),
                rows: ROWS[one.kind],
                maxLength: LONGEST[one.kind],
                line: one.kind !== 'section_description' && one.kind !== 'help',
              }))}
              texts={byLanguage(all, own)}
              original={own}
              saved={savedOf(all)}
              readOnly={locked}
              onChange={(language, key, text, translates) =>
                write(
                  all.find((one) => keyOf(one) === key),
                  language,
                  text,
                  translates,
                )
              }
            />
          </section>
        )
      })}
    </div>
  )
}
