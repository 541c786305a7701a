import { useT } from '#platform/i18n'
import classes from './parts.module.css'
import { texts } from './texts.ts'

/** The label of an optional field. */
export function Optional({ children }: { children: string }) {
  const t = useT(texts)
  return (
    <>
      {children} <span className={classes.optional}>({t('optional')})</span>
    </>
  )
}
