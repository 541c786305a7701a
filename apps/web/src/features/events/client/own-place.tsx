import { type ReactNode, useEffect, useRef } from 'react'
import classes from './events.module.css'

/** Where a browser keeps the height of this place, for the home that the server paints (`app/early.ts`). In pixels. */
const heightKey = 'homeOwn'

/** The place of what is one's own at the top of the home. */
export function OwnPlace({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = ref.current
    if (!place) return undefined
    const observer = new ResizeObserver(() => {
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
