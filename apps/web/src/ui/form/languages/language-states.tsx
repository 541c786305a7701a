import { LANGUAGES, type Language, languageName } from '@shiloh/contract/core'
import { spacedIn } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import { missingIn, type Texts } from './language-grid.tsx'
import classes from './languages.module.css'
import { texts } from './languages-texts.ts'

/** EN DE FR PT, with those struck through that lack something. */
export function LanguageStates<F extends string>({
  fields,
  all,
  original,
}: {
  fields: readonly F[]
  all: Texts<F>
  original: Language
}) {
  const t = useT(texts)
  const colon = spacedIn(':', useLanguage())
  return (
    <span className={classes.languages}>
      {LANGUAGES.map((language) => {
        const isGap = missingIn(fields, all, original, language).length > 0
        return (
          <abbr
            key={language}
            data-gap={isGap || undefined}
            title={`${languageName(language)}${colon}${t(isGap ? 'gap' : 'ready')}`}
          >
            {language.toUpperCase()}
          </abbr>
        )
      })}
    </span>
  )
}
