import { TextInput } from '@mantine/core'
import { tillShort } from '@shiloh/contract/error-data'
import { formatMoney } from '@shiloh/contract/text/format'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#platform/client'
import { useLanguage, useT } from '#platform/i18n'
import { texts } from './texts.ts'

/**
 * Asks for the origin of cash that the till does not have by the books, after the server has rejected the request for
 * that reason.
 */
export function useTillReason(): {
  /** Sent with the request. */
  body: { till_reason?: string }
  watch: <T>(call: Promise<T>) => Promise<T>
  field: ReactNode
} {
  const t = useT(texts)
  const language = useLanguage()
  const [inTill, setInTill] = useState<z.output<typeof tillShort>>()
  const [reason, setReason] = useState('')
  const watch = async <T,>(call: Promise<T>): Promise<T> => {
    try {
      return await call
    } catch (error) {
      const told =
        error instanceof ApiError && error.code === 'till_short' ? tillShort.safeParse(error.data) : undefined
      if (told?.success) setInTill(told.data)
      throw error
    }
  }
  return {
    body: reason.trim() ? { till_reason: reason.trim() } : {},
    watch,
    field: inTill ? (
      <TextInput
        label={t('till_reason')}
        description={t('till_holds', { amount: formatMoney(inTill.in_till, inTill.currency, language) })}
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    ) : null,
  }
}
