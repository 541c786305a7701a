import { IconCircleCheck, IconDoor, IconInfoCircle } from '@tabler/icons-react'
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAccount } from '#platform/account'
import { Heading } from '#ui/base/values'
import { Breadcrumbs } from '#ui/shell/page-header'
import classes from './parts.module.css'

interface AuthPageProps {
  title: string
  /** A link above the title. */
  back?: ReactNode
  /** One or two sentences under the title. */
  lead?: ReactNode
  children?: ReactNode
  /** Quiet links below. */
  below?: ReactNode
}

let arrivedBefore = false

/** One page of the sign-in: title, explanation, form. Screen readers start at the title. */
export function AuthPage({ title, back, lead, children, below }: AuthPageProps) {
  const { user } = useAccount()
  // The office's shell has them in its bar.
  const isInOffice = useMatches({
    select: (matches) => matches.at(-1)?.staticData.layout === 'own' && user?.user_type === 'admin',
  })
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On the first page, screen readers start at the top on their own; a field may already have the focus.
    if (arrivedBefore) {
      scrollTo(0, 0)
      if (!page.current?.contains(document.activeElement)) page.current?.focus({ preventScroll: true })
    }
    arrivedBefore = true
  }, [])
  return (
    <div ref={page} tabIndex={-1} className={classes.page}>
      <header className={classes.head}>
        {back}
        {/* Users who must set up a second step first would be redirected back here. */}
        {user?.second_step_missing || isInOffice ? null : <Breadcrumbs current={title} />}
        <Heading level={1}>{title}</Heading>
        {lead ? <div className="dim">{lead}</div> : null}
      </header>
      {children}
      {below ? <footer className={classes.below}>{below}</footer> : null}
    </div>
  )
}

const NOTE_ICONS = { info: IconInfoCircle, ok: IconCircleCheck, warn: IconDoor } as const

/** A highlighted sentence: a success, a hint, or that this is the wrong door. */
export function Note({ tone = 'info', children }: { tone?: 'info' | 'ok' | 'warn'; children: ReactNode }) {
  const Icon = NOTE_ICONS[tone]
  return (
    <div className={classes.note} data-tone={tone}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <div>{children}</div>
    </div>
  )
}
