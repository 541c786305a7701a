import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { AuditEntry } from '@shiloh/contract/insight'
import type { ReactNode } from 'react'
import { useAccount } from '#platform/account'
import { useT } from '#platform/i18n'
import { type Fact, FactList } from '#ui/base/fact-list'
import { PersonLink } from '#ui/base/person-link'
import { DateText } from '#ui/base/values'
import classes from './insight.module.css'
import { texts } from './texts.ts'

/** An instant in the organisation's time zone. The tooltip shows it in UTC with seconds. */
export function When({ value }: { value: string }) {
  const { time_zone: zone } = useAccount().organisation
  return (
    <span title={`${value.slice(0, 10)} ${value.slice(11, 19)} UTC`}>
      <DateText value={value} zone={zone} time weekday={false} />
    </span>
  )
}

/** The name of an account, as a link to its page. */
export function PersonName({ of: { _id, name, user_type } }: { of: NonNullable<AuditEntry['actor']> }) {
  return <PersonLink id={_id} name={name} type={user_type} />
}

interface DetailDrawerProps {
  title: string
  /** The facts. Those without a value are left out. */
  facts: readonly Fact[]
  children?: ReactNode
  onClose: () => void
}

/** One entry of a list with all its facts. */
export function DetailDrawer({ title, facts, children, onClose }: DetailDrawerProps) {
  const t = useT(texts)
  const phone = useMediaQuery('(max-width: 56.24em)', undefined, { getInitialValueInEffect: false })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={phone ? '100%' : 560}
      title={title}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes.drawer}>
        <FactList facts={facts} />
        {children}
      </div>
    </Drawer>
  )
}
