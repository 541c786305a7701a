import type { ImportDetail } from '@shiloh/contract/imports'
import { formatCount } from '@shiloh/contract/text/format'
import { useLanguage, useT } from '#platform/i18n'
import classes from './imports.module.css'
import { texts } from './texts.ts'

/** The sums of an import. */
export function Figures({ run }: { run: ImportDetail }) {
  const t = useT(texts)
  const language = useLanguage()
  return (
    <dl className={classes.figures}>
      {(['created', 'updated', 'unchanged', 'refused'] as const).map((name) => (
        <div key={name} data-bad={name === 'refused' && run.refused > 0}>
          <dt>
            {t(name)}
            {run.state === 'undone' &&
            run.undo.kept === 0 &&
            run[name] > 0 &&
            (name === 'created' || name === 'updated')
              ? `, ${t(`${name}_undone`)}`
              : null}
          </dt>
          <dd>{formatCount(run[name], language)}</dd>
        </div>
      ))}
    </dl>
  )
}
