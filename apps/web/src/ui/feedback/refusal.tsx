import type { ReactNode } from 'react'
import classes from './refusal.module.css'

interface RefusalProps {
  children: ReactNode
  /** Margins and the like, of the page. */
  className?: string | undefined
  /** `note`: it was there when the page opened, so it is not announced. */
  role?: 'alert' | 'note'
}

/** Why something was refused, in a red box beside what was filled in. */
export function Refusal({ children, className, role = 'alert' }: RefusalProps) {
  return (
    <div role={role} className={[classes.refusal, className].filter(Boolean).join(' ')}>
      {children}
    </div>
  )
}
