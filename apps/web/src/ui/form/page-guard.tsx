import { useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useCurrentEvent } from '#platform/current-event'
import { listAsLeft } from '#platform/lists-as-left'
import { LeaveGuard } from './leave-guard.tsx'

/** Dialogs, open menus, choices and calendars: Escape closes them, and not the page behind. */
const OVER_THE_PAGE =
  '[role="dialog"], [role="alertdialog"], [role="menu"], [data-dates-dropdown], [aria-haspopup][aria-expanded="true"]'

/** Escape empties a search field, and ends what an input method composes. */
const isForField = ({ target, isComposing }: KeyboardEvent): boolean =>
  isComposing || (target instanceof HTMLInputElement && target.type === 'search' && target.value !== '')

/**
 * Calls back when somebody leaves the page with Escape. What the key closes can be gone when it arrives here, so the page
 * is looked at before anybody else has answered the key.
 */
export function useEscape(onEscape: () => void): void {
  const latest = useRef(onEscape)
  latest.current = onEscape
  useEffect(() => {
    let isForPage = false
    const look = (event: KeyboardEvent) => {
      isForPage =
        event.key === 'Escape' && !event.repeat && !isForField(event) && !document.querySelector(OVER_THE_PAGE)
    }
    const leave = (event: KeyboardEvent) => {
      if (!isForPage || event.key !== 'Escape' || event.defaultPrevented) return
      isForPage = false
      latest.current()
    }
    addEventListener('keydown', look, { capture: true })
    addEventListener('keydown', leave)
    return () => {
      removeEventListener('keydown', look, { capture: true })
      removeEventListener('keydown', leave)
    }
  }, [])
}

interface PageGuardProps {
  /** Called at the moment of leaving, so that changes saved just now do not count. */
  hasChanges: () => boolean
  /** Where Escape leads. Without it: to the page above in the breadcrumbs, a list as it was left. */
  onLeave?: () => void
}

/**
 * Guards a page that is one form, as a dialog guards its fields: Escape leads back, and leaving with unsaved changes asks
 * first. Tabs of one page count as the same page.
 */
export function PageGuard({ hasChanges, onLeave }: PageGuardProps) {
  const navigate = useNavigate()
  const { event } = useCurrentEvent()
  const above = useMatches({ select: (matches) => matches.at(-1)?.staticData.breadcrumb?.findLast(({ to }) => to)?.to })
  useEscape(() => {
    if (onLeave) onLeave()
    else if (above !== undefined) void navigate({ to: above, search: listAsLeft(above, event?._id) })
  })
  return <LeaveGuard hasChanges={hasChanges} />
}
