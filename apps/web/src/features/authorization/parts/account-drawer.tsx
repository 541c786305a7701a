import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useT } from '#platform/i18n'
import { texts as common } from '../../../ui/texts.ts'
import classes from './account.module.css'

interface AccountDrawerProps {
  name: string
  badges: ReactNode
  /** What is known; a row without a value is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
  children: ReactNode
  onClose: () => void
}

/** One account of a list: its state, what is known, what can be done. */
export function AccountDrawer({ name, badges, facts, children, onClose }: AccountDrawerProps) {
  const t = useT(common)
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 480}
      title={name}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.drawer}>
        <div className={classes.head}>{badges}</div>
        <dl className={classes.facts}>
          {facts
            .filter(([, value]) => value !== null && value !== undefined && value !== '')
            .map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <div className={classes.buttons}>{children}</div>
      </div>
    </Drawer>
  )
}
