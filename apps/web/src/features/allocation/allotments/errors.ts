import { z } from 'zod'
import { ApiError } from '#platform/client'
import type { useT } from '#platform/i18n'
import type { texts } from './texts.ts'

const free = z.object({ free: z.int() })

/**
 * Returns what a refused form says at a field, or without a field what it says of the whole. Beds that are not free say
 * how many are.
 */
export function errorsOf(failure: unknown, t: ReturnType<typeof useT<typeof texts>>) {
  const error = failure instanceof ApiError ? failure : undefined
  const left = error?.code === 'quota_exhausted' ? free.safeParse(error.data).data?.free : undefined
  return (...fields: string[]): string | undefined => {
    if (fields.length === 0) return error && error.fields.length === 0 ? error.message : undefined
    if (left !== undefined && fields.includes('beds')) return t('only_free', { count: left })
    return error?.fields.find(({ field }) => fields.includes(field))?.message
  }
}
