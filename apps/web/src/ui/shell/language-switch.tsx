import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { useLanguage, useT } from '#platform/i18n'
import { usePageActions } from '#platform/page-actions'
import { texts } from '../base/texts.ts'
import classes from './shell.module.css'

/** The languages by their own names. */
export function LanguageSwitch() {
  const t = useT(texts)
  const current = useLanguage()
  const { setLanguage } = usePageActions()
  return (
    <nav aria-label={t('language')} className={classes.languages}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-current={language === current}
          onClick={() => setLanguage(language)}
        >
          {languageName(language)}
        </button>
      ))}
    </nav>
  )
}
