import type { ReactNode } from 'react'
import { Mark } from '../base/mark.tsx'
import { Heading } from '../base/values.tsx'
import classes from './states.module.css'

interface EmptyProps {
  title: string
  hint?: string
  action?: ReactNode
  /** 1: it is all that the page has. */
  level?: 1 | 2
}

/** Shown if there is no content yet: one sentence, and the one action to take. */
export function EmptyState({ title, hint, action, level = 2 }: EmptyProps) {
  return (
    <div className={classes.empty}>
      <span className={classes.mark}>
        <Mark size={36} />
      </span>
      <Heading level={level} className={classes.title ?? ''}>
        {title}
      </Heading>
      {hint ? <p className="dim">{hint}</p> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  )
}
