import { LANGUAGES, languageName } from '@shiloh/contract/core'
import { USER_STATUSES } from '@shiloh/contract/identity/account'
import { text } from '#platform/i18n'
import { texts } from '../texts.ts'

export const statuses = USER_STATUSES.map((status) => ({ value: status, label: text(texts, `status_${status}`) }))
/** Statuses of accounts that staff create: they need no approval. */
export const staffStatuses = statuses.filter(({ value }) => value !== 'pending')
export const languages = LANGUAGES.map((language) => ({ value: language, label: () => languageName(language) }))
