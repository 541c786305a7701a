import { Button } from '@mantine/core'
import type { EditConflict } from '@shiloh/contract/error-data'
import { formatList, formatTime } from '@shiloh/contract/text/format'
import { formatDate } from '#platform/dates'
import { useLanguage, useT } from '#platform/i18n'
import classes from './form.module.css'
import { texts } from './form-texts.ts'

interface EditConflictNoteProps {
  conflict: EditConflict
  /** Returns the name of a field on this page, or undefined if the page does not show it. */
  labelOf: (field: string) => string | undefined
  /** Replaces the input with the stored values. */
  onReload: () => void
  /** Overwrites the stored values with the input. */
  onOverwrite: () => void
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Shows that somebody else saved first: who, what and when, with two ways to continue. The input stays in the form. */
export function EditConflictNote({ conflict, labelOf, onReload, onOverwrite }: EditConflictNoteProps) {
  const t = useT(texts)
  const language = useLanguage()
  const when = (at: string) => {
    const isToday = formatDate(at, 'en', here) === formatDate(new Date().toISOString(), 'en', here)
    return isToday
      ? formatTime(at, language, here)
      : `${formatDate(at, language, here)}, ${formatTime(at, language, here)}`
  }
  return (
    <div role="alert" className={classes.conflict}>
      <b>{t('conflict')}</b>
      {conflict.changes.length > 0 ? (
        <ul>
          {conflict.changes.map(({ by, at, fields }) => {
            const names = [...new Set(fields.flatMap((field) => labelOf(field) ?? []))]
            return (
              <li key={`${at} ${by} ${fields.join(' ')}`}>
                {t('conflict_by', { name: by || t('conflict_somebody'), time: when(at) })}
                {names.length > 0 ? ` ${formatList(names, language)}` : ''}
              </li>
            )
          })}
        </ul>
      ) : null}
      <p className="small">{t('conflict_kept')}</p>
      <div className={classes.conflictActs}>
        <Button size="sm" variant="default" onClick={onReload}>
          {t('conflict_reload')}
        </Button>
        <Button size="sm" variant="default" onClick={onOverwrite}>
          {t('conflict_overwrite')}
        </Button>
      </div>
    </div>
  )
}
