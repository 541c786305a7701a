import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('staff/marked-text', {
  bold: 'Bold',
  list: 'List',
  marks_hint: 'Two stars around words make them **bold**, a dash before each line makes a list.',
})
