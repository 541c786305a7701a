import { IconCircleCheck } from '@tabler/icons-react'
import { useT } from '#platform/i18n'
import classes from './imports.module.css'
import { texts } from './texts.ts'

const STEPS = ['file', 'columns', 'check', 'import'] as const

/** Where an import is: what is done has a tick. */
export function Steps({ at }: { at: (typeof STEPS)[number] }) {
  const t = useT(texts)
  const current = STEPS.indexOf(at)
  return (
    <ol className={classes.steps}>
      {STEPS.map((step, index) => (
        <li key={step} {...(index === current && { 'aria-current': 'step' })}>
          {index < current ? (
            <IconCircleCheck size={20} stroke={1.75} aria-hidden />
          ) : (
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
          )}
          {t(`step_${step}`)}
        </li>
      ))}
    </ol>
  )
}
