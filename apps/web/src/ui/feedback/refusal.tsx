import type { ReactNode } from 'react'
import { Unbroken } from '../base/values.tsx'
import classes from './refusal.module.css'

interface RefusalProps {
  children: ReactNode
  /** Layout rules of the page, such as margins. */
  className?: string | undefined
  /** `note`: present when the page opened, so it is not announced. */
  role?: 'alert' | 'note'
}

/** Why a request was rejected, in a red box beside the input. */
export function Refusal({ children, className, role = 'alert' }: RefusalProps) {
  return (
    <div role={role} className={[classes.refusal, className].filter(Boolean).join(' ')}>
      {typeof children === 'string' ? <Unbroken>{children}</Unbroken> : children}
    </div>
  )
}
