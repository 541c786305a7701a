import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/samples', {
  samples: 'Sample files',
  add: 'Add a sample file',
  none: 'No sample files yet',
  none_hint: 'What you put here is offered to everybody who imports the same list.',
  title: 'Title',
  list: 'List',
  file: 'File',
  file_hint: 'An XLSX or CSV file with the columns of the import.',
  file_kept: 'Choose one only to replace {name}.',
  description: 'Description',
  size: 'Size',
  kilobytes: '{count} kB',
  download: 'Download',
})
