import { useState } from 'react'
import { z } from 'zod'

/**
 * A choice of the person that this browser remembers, such as the columns of a list.
 * What is stored is read through the schema: an older version's value is forgotten, not trusted.
 */
export function useRemembered<T>(
  name: string,
  schema: z.ZodType<T>,
  initial: T,
): readonly [T, (value: T | undefined) => void] {
  const key = `remembered:${name}`
  const [value, setValue] = useState<T>(() => {
    try {
      const stored = localStorage.getItem(key)
      const read = stored === null ? undefined : schema.safeParse(JSON.parse(stored))
      return read?.success ? read.data : initial
    } catch {
      return initial
    }
  })
  const remember = (next: T | undefined) => {
    setValue(next ?? initial)
    try {
      if (next === undefined) localStorage.removeItem(key)
      else localStorage.setItem(key, JSON.stringify(next))
    } catch {
      // A browser without storage, or with a full one: the choice holds for this page only.
    }
  }
  return [value, remember]
}

export const rememberedNames = z.array(z.string())
