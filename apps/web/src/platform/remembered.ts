import { useCallback, useEffect, useRef, useState } from 'react'

/** What reads a stored value: a schema, or a check written by hand where a page has no schemas. */
export interface Reads<T> {
  readonly safeParse: (stored: unknown) => { readonly success: true; readonly data: T } | { readonly success: false }
}

/** Reads text. */
export const textReader: Reads<string> = {
  safeParse: (stored) => (typeof stored === 'string' ? { success: true, data: stored } : { success: false }),
}

/** Told about each change by its name: what one part of the page remembers, the others show. */
const changes = new EventTarget()

/**
 * A choice that this browser remembers, such as the columns of a list. The stored value is validated by the schema; an
 * incompatible value of an older version is dropped.
 */
export function useRemembered<T>(
  name: string,
  schema: Reads<T>,
  initial: T,
): readonly [T, (value: T | undefined) => void] {
  const key = `remembered:${name}`
  const [value, setValue] = useState<T>(() => readRemembered(name, schema, initial))
  useEffect(() => {
    const follow = (event: Event) => {
      if (event instanceof CustomEvent) setValue(event.detail)
    }
    changes.addEventListener(name, follow)
    return () => changes.removeEventListener(name, follow)
  }, [name])
  const start = useRef(initial)
  useEffect(() => {
    start.current = initial
  })
  const remember = useCallback(
    (next: T | undefined) => {
      changes.dispatchEvent(new CustomEvent(name, { detail: next ?? start.current }))
      try {
        if (next === undefined) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage, or with a full one, the choice lasts as long as the page.
      }
    },
    [name, key],
  )
  return [value, remember]
}

/** Reads what this browser remembers now, which another part of the page may have changed. */
export function readRemembered<T>(name: string, schema: Reads<T>, initial: T): T {
  try {
    const stored = localStorage.getItem(`remembered:${name}`)
    const read = stored === null ? undefined : schema.safeParse(JSON.parse(stored))
    return read?.success ? read.data : initial
  } catch {
    return initial
  }
}
