import { defineTexts } from '@shiloh/contract/core'

/** Texts of charts. */
export const texts = defineTexts('staff/charts', {
  as_table: 'Table',
  as_chart: 'Chart',
  total: 'Total',
  today: 'today',
  none: 'no value',
})
