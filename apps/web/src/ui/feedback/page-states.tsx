import { ActionIcon, Button } from '@mantine/core'
import { IconArrowUp, IconCloudOff } from '@tabler/icons-react'
import { Link, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { pendingCalls } from '#platform/api'
import { ApiError } from '#platform/client'
import { useConnectionLost, useOnline } from '#platform/connection'
import { useT } from '#platform/i18n'
import { texts as platformTexts } from '#platform/texts'
import { hasTickets } from '#platform/tickets-owner'
import { texts } from '../base/texts.ts'
import { EmptyState } from './empty-state.tsx'
import classes from './states.module.css'

/** A thin line at the top of the page while a request is pending or a page is loading. */
export function ProgressBar() {
  const calls = useSyncExternalStore(pendingCalls.subscribe, pendingCalls.get)
  const navigating = useRouterState({ select: (state) => state.status === 'pending' })
  return calls > 0 || navigating ? <div className={classes.progress} data-no-print /> : null
}

/** Shows that the network is gone and that no input is lost. */
export function OfflineBanner() {
  const t = useT(texts)
  const inPlatform = useT(platformTexts)
  const online = useOnline()
  const isLost = useConnectionLost()
  if (online && !isLost) return null
  return (
    <div className={classes.offline} role="status">
      <IconCloudOff size={18} aria-hidden /> {online ? inPlatform('socket_lost') : t('offline')}
    </div>
  )
}

/** Returns whether an element has words of its own. */
const hasWords = (element: Element): boolean =>
  [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

/** Returns whether a button or a field lies under an element, or words that cannot be scrolled away from it. */
function covers(own: Element): boolean {
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
  const { left, right, top, bottom, width, height } = own.getBoundingClientRect()
  const points = [
    [left + width / 2, top + height / 2],
    ...[left, right - 1].flatMap((x) => [top, bottom - 1].map((y) => [x, y])),
  ]
  return points.some(([x = 0, y = 0]) =>
    document
      .elementsFromPoint(x, y)
      .some(
        (under) =>
          !own.contains(under) &&
          (under.closest('a, button, [role="button"], input, textarea') || (isAtEnd && hasWords(under))),
      ),
  )
}

/** Scroll-to-top, shown after 250 px (docs/domain.md#formats-and-limits), but never over a control, nor over the last row. */
export function ScrollToTop() {
  const t = useT(texts)
  const [shown, setShown] = useState(false)
  const [hidden, setHidden] = useState(false)
  const own = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const onScroll = () => {
      setShown(scrollY > 250)
      setHidden(own.current !== null && covers(own.current))
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('scrollend', onScroll)
    addEventListener('resize', onScroll)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('scrollend', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [])
  // A jump to the end of a page is one scroll: the button was not there yet when it was heard.
  useLayoutEffect(() => {
    if (shown && own.current) setHidden(covers(own.current))
  }, [shown])
  return shown ? (
    <ActionIcon
      ref={own}
      className={classes.top ?? ''}
      data-covers={hidden || undefined}
      variant="default"
      size={44}
      aria-label={t('to_top')}
      onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
      data-no-print
    >
      <IconArrowUp size={20} aria-hidden />
    </ActionIcon>
  ) : null
}

/** Returns whether what a page is about is not there, or is not the reader's: trying again would not help. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'not_found'

/** The 404 of the app. */
export function NotFound() {
  const t = useT(texts)
  return (
    <div className={classes.page}>
      <EmptyState
        level={1}
        title={t('not_found')}
        hint={t('not_found_hint')}
        action={
          <Button component={Link} to="/">
            {t('to_start')}
          </Button>
        }
      />
    </div>
  )
}

/** Shown if a page fails while it renders. Without a network that is the reason, and the page opens when it is back. */
export function Crashed() {
  const t = useT(texts)
  const router = useRouter()
  const online = useOnline()
  const [wasOffline] = useState(!online)
  useEffect(() => {
    if (wasOffline && online) location.reload()
  }, [wasOffline, online])
  if (!online)
    return (
      <div className={classes.page}>
        <LoadFailed message={t('crashed_hint')} onRetry={() => void router.invalidate()} />
      </div>
    )
  return (
    <div className={classes.page}>
      <EmptyState
        level={1}
        title={t('crashed')}
        hint={t('crashed_hint')}
        action={<Button onClick={() => location.reload()}>{t('reload')}</Button>}
      />
    </div>
  )
}

/** A part of a page that could not be loaded, with a button to retry. */
export function LoadFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const t = useT(texts)
  const inPlatform = useT(platformTexts)
  const online = useOnline()
  const [keepsTickets] = useState(hasTickets)
  // What can still be read without a network is offered first.
  const offers = !online && keepsTickets
  return (
    <div role="alert">
      <EmptyState
        title={t(online ? 'could_not_load' : 'no_network')}
        hint={online ? message : t(keepsTickets ? 'offline_tickets' : 'offline_later')}
        action={
          <>
            {offers ? (
              <Button component="a" href="/reservations/tickets" mr={8}>
                {inPlatform('tickets')}
              </Button>
            ) : null}
            <Button variant="default" onClick={onRetry}>
              {t('try_again')}
            </Button>
          </>
        }
      />
    </div>
  )
}
