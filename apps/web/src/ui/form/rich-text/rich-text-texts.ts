import { defineTexts } from '@shiloh/contract/core'

/** The toolbar of formatted texts. */
export const texts = defineTexts('staff/rich-text', {
  toolbar: 'Formatting',
  heading: 'Heading',
  subheading: 'Subheading',
  bold: 'Bold',
  italic: 'Italic',
  link: 'Link',
  list: 'List',
  numbered: 'Numbered list',
  quote: 'Quote',
  picture: 'Picture',
  undo: 'Undo',
  redo: 'Redo',
  address: 'Address',
  address_hint: 'Of a page, or an e-mail address.',
  address_invalid: 'This is not an address.',
  set_link: 'Set link',
  remove_link: 'Remove link',
  caption: 'Write a caption',
})
