import { defineTexts } from '@shiloh/contract/core'

/** The names of the link from an object to its entries in the audit trail. */
export const texts = defineTexts('staff/history', {
  history: 'History',
  audit_trail: 'Audit trail',
})
