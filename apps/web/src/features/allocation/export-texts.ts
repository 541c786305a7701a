import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/room-exports', {
  export: 'Export',
  as_xlsx: 'Excel (XLSX)',
  as_csv: 'CSV',
})
