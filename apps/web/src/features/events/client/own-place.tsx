import { type ReactNode, useEffect, useRef } from 'react'
import { useAccount } from '#platform/account'
import { keepHome } from '#platform/kept-home'
import { session } from '#platform/session'
import classes from './events.module.css'

/** Where a browser keeps the height of this place, for the home that the server paints (`app/early.ts`). In pixels. */
const heightKey = 'homeOwn'

/** Answers that come together are kept together. Milliseconds. */
const PAUSE = 300

/** The place of what is one's own at the top of the home. */
export function OwnPlace({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  const owner = useAccount().user?._id
  // Who stays signed in on this phone sees it at once the next time, before the app is there.
  useEffect(() => {
    const place = ref.current
    if (!place || !owner || !session.isKeptOnDevice()) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (session.isKeptOnDevice()) keepHome(owner, place)
      }, PAUSE)
    }
    keep()
    const observer = new MutationObserver(keep)
    observer.observe(place, { childList: true, subtree: true, characterData: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [owner])
  useEffect(() => {
    const place = ref.current
    if (!place) return undefined
    const observer = new ResizeObserver(() => {
      // As long as the home waits for its answers, it has no height.
      if (place.offsetParent === null) return
      try {
        localStorage.setItem(heightKey, String(Math.round(place.offsetHeight)))
      } catch {
        // Without storage, the next home moves once.
      }
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={ref} className={classes.own} data-own>
      {children}
    </div>
  )
}
