import type { ReactNode } from 'react'
import { Mark } from '../base/mark.tsx'
import { Heading } from '../base/values.tsx'
import classes from './states.module.css'

/** Shown if there is no content yet: one sentence, and the one action to take. */
export function EmptyState({ title, hint, action }: { title: string; hint?: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <span className={classes.mark}>
        <Mark size={36} />
      </span>
      <Heading level={2} className={classes.title ?? ''}>
        {title}
      </Heading>
      {hint ? <p className="dim">{hint}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}
