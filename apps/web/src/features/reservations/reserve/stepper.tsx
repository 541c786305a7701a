import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import classes from './reserve.module.css'
import { texts } from './texts.ts'

interface StepperProps {
  name: string
  quantity: number
  min?: number
  max: number
  onChange: (quantity: number) => void
}

/**
 * How many of something, with a button for one less and one for one more. At a limit a button keeps the focus, and does
 * nothing. Reaching the most is announced.
 */
export function Stepper({ name, quantity, min = 0, max, onChange }: StepperProps) {
  const t = useT(texts)
  const button = (label: string, next: number, icon: ReactNode) => {
    const isLimit = next < min || next > max
    return (
      <ActionIcon
        size={44}
        variant="default"
        aria-label={label}
        aria-disabled={isLimit}
        data-disabled={isLimit || undefined}
        onClick={() => (isLimit ? undefined : onChange(next))}
      >
        {icon}
      </ActionIcon>
    )
  }
  return (
    <div className={classes.stepper}>
      {button(t('fewer', { name }), quantity - 1, <IconMinus size={18} aria-hidden />)}
      <output aria-label={name}>{quantity}</output>
      {button(t('more', { name }), quantity + 1, <IconPlus size={18} aria-hidden />)}
      <VisuallyHidden role="status">{quantity >= max ? t('at_most', { count: max }) : ''}</VisuallyHidden>
    </div>
  )
}
