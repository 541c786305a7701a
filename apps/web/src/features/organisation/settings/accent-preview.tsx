import { type AccentScheme, accentOf, contrast } from '@shiloh/contract/text/accent'
import { useWatch } from 'react-hook-form'
import { useT } from '#platform/i18n'
import classes from './settings.module.css'
import { texts } from './texts.ts'

const ratio = ({ accent, onAccent }: AccentScheme) => `${contrast(accent, onAccent).toFixed(1)} : 1`

/** A preview of the typed colour, made darker or lighter if text would be illegible. */
export function AccentPreview() {
  const t = useT(texts)
  const color: unknown = useWatch({ name: 'color' })
  const typed = typeof color === 'string' ? color : ''
  const { light, dark } = accentOf(typed)
  return (
    <div className={classes.preview} aria-live="polite">
      <b className="small">{t('preview')}</b>
      <div className={classes.samples}>
        <span className={classes.sample} style={{ background: light.accent, color: light.onAccent }}>
          {t('preview_light')} {light.accent}, {ratio(light)}
        </span>
        <span className={classes.sample} style={{ background: dark.accent, color: dark.onAccent }}>
          {t('preview_dark')} {dark.accent}, {ratio(dark)}
        </span>
      </div>
      <p className="dim small">{t('contrast_hint')}</p>
      {typed.toUpperCase() === light.accent.toUpperCase() ? null : <p className="dim small">{t('corrected')}</p>}
    </div>
  )
}
