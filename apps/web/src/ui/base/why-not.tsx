import { Tooltip } from '@mantine/core'
import type { ReactElement } from 'react'

/** What a button has while it cannot be used. It keeps the focus, so that its reason can be read with the keyboard and by touch. */
interface Off {
  'aria-disabled'?: true
  'data-disabled'?: true
  onClick?: () => void
}

interface WhyNotProps {
  /** Why it cannot be used now. Undefined: it can. */
  reason: string | undefined
  /** The button. What it is given comes last. */
  children: (off: Off) => ReactElement
}

/** Says why a button cannot be used: under the pointer, in the focus and after a touch, also to screen readers. */
export function WhyNot({ reason, children }: WhyNotProps) {
  const isOff = reason !== undefined
  return (
    // Around a button that can be used, too: it would be another button once it can, and lose the focus.
    <Tooltip label={reason} disabled={!isOff} multiline maw={280} events={{ hover: true, focus: true, touch: true }}>
      {children(isOff ? { 'aria-disabled': true, 'data-disabled': true, onClick: () => undefined } : {})}
    </Tooltip>
  )
}
