import { defineTexts } from '@shiloh/contract/core'

export const texts = defineTexts('member/family', {
  title: 'Children and companions',
  add: 'Add child or companion',
  empty: 'No children or companions yet',
  empty_hint: 'Add them once, and bring them when you reserve: each has a price and a ticket of their own.',
  relation: 'Who is it',
  child: 'Child',
  companion: 'Companion',
  age: '{age, plural, one {# year} other {# years}} old',
})
